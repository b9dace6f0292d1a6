/** Only what this server serves; the viewer sets styles on its elements and draws icons from data. */
export const DOCS_CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** Scripts and styles of the page, by the last part of their path. */
export const DOCS_ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;

/** A page that shows the API's description and tries its operations. Paths are relative to `/api/docs/`. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tidemark API</title>
    <link rel="icon" href="/api/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/assets/start.js"></script>
  </body>
</html>
`;

/** The script of the page, as a separate file so that the page needs no inline script. */
export const DOCS_SCRIPT = `window.ui = SwaggerUIBundle({
  url: '/api/schema/',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
});
`;
