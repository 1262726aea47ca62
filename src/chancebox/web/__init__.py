"""What browsers get: pages, styles, scripts and how a table is drawn for one viewer."""
