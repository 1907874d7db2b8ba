"""What a viewer sees, as frozen data: built per audience, with no more in it than they may see."""
