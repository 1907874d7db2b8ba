"""What more than one rule system needs: dice at hand, exact odds, stored forms, history."""
