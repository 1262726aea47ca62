"""`python -m chancebox`."""

import sys

from chancebox.cli import main

sys.exit(main())
