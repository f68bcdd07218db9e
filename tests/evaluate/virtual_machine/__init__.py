"""The companion installed in a virtual machine: a real kernel, systemd, a camera, a bare panel and a finger on it."""
