import { dirname } from 'node:path';
import type { Logger, OpenApiDocument } from '@tidemark/platform';
import { methodNotAllowed, notFound, sendError } from '@tidemark/platform';
import type { Express, Request, RequestHandler, Response } from 'express';
import { DOCS_ASSETS, DOCS_CONTENT_SECURITY_POLICY, DOCS_PAGE, DOCS_SCRIPT } from './docs-page';
import { createSchemaHandler } from './schema-handler';

const ASSET_MAX_AGE_MS = 86_400_000;

/**
 * `/api/schema/` and the page that shows it at `/api/docs/`; both need no key. The paths of PostHog's
 * two viewers lead to the page.
 */
export function mountDocs(app: Express, document: () => OpenApiDocument, logger: Logger): void {
  const result = createSchemaHandler(document);
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));

  const get = (path: string, serve: (request: Request, response: Response) => void): void => {
    const handler: RequestHandler = (request, response) => {
      try {
        if (request.method !== 'GET' && request.method !== 'HEAD') {
          throw methodNotAllowed(request.method, ['GET']);
        }
        serve(request, response);
      } catch (error) {
        sendError(response, error, { logger, route: path });
      }
    };
    app.all(path, handler);
  };

  get('/api/schema', (request, response) => {
    const { contentType, text } = result({
      url: new URL(request.originalUrl, 'http://localhost'),
      header: (name) => request.get(name),
    });
    // Pages of other origins may read it, because it is public.
    response
      .set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .type(contentType)
      .send(text);
  });
  get('/api/docs', (_request, response) => {
    response
      .set('Content-Security-Policy', DOCS_CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(DOCS_PAGE);
  });
  get('/api/docs/assets/start.js', (_request, response) => {
    response.type('text/javascript; charset=utf-8').send(DOCS_SCRIPT);
  });
  get('/api/docs/assets/:file', (request, response) => {
    const file = DOCS_ASSETS.find((name) => name === request.params['file']);
    if (file === undefined) throw notFound();
    response.sendFile(file, { root: folder, maxAge: ASSET_MAX_AGE_MS });
  });
  for (const viewer of ['/api/schema/swagger-ui', '/api/schema/redoc']) {
    get(viewer, (_request, response) => {
      response.redirect(302, '/api/docs/');
    });
  }
}
