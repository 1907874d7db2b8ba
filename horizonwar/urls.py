from __future__ import annotations

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path

from horizonwar import health

urlpatterns = [
    path("login/", auth.LoginView.as_view(template_name="hq/pages/login.html"), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("", include("fleets.urls")),
    path("", include("hq.urls")),
]
