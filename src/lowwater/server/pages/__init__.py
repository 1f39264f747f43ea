"""Pages: what people see in a browser; answer.html, answer.css, icon.svg, and modules made from TypeScript."""
