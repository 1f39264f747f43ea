"""Pages: what people see in a browser: HTML, style sheets, an icon, and modules made from TypeScript."""
