import { extname } from 'node:path';
import type { Express, RequestHandler } from 'express';
import type { ConsoleBuild } from './console-build';
import { createConsoleBuild } from './console-build';
import { CONSOLE_HEADERS } from './console-headers';

/** The paths that return the shell to browsers. Every other unknown path returns 404 in JSON. */
const SHELL_PATHS = [
  ...['/', '/login', '/setup', '/signup/:id', '/second-factor', '/cli/authorize'],
  '/project/*path',
];
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the console: its files at `/console/`, and the shell at each of its addresses to whoever takes HTML. Both are
 * read when the service starts, and again after a new build. What is not found goes on to the next handler.
 *
 * @param folder the build of `@tidemark/console`
 */
export function mountConsole(app: Express, folder: string): void {
  const build = createConsoleBuild(folder);
  app.get('/console/*path', serveFiles(folder, build));
  app.get(SHELL_PATHS, serveShell(build));
}

function serveFiles(folder: string, build: () => ConsoleBuild): RequestHandler {
  return (request, response, next) => {
    const file = build().files.get(request.path.slice('/console/'.length));
    if (file === undefined) {
      next();
      return;
    }
    const { name, encodings, isHashed } = file;
    const encoding = encodings.find((known) => request.acceptsEncodings(known.name) !== false);
    if (encodings.length > 0) response.vary('Accept-Encoding');
    // The type of the file itself, not of its encoding.
    response.type(extname(name));
    const headers = {
      ...CONSOLE_HEADERS,
      'Cache-Control': isHashed ? IMMUTABLE : 'no-cache',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding.name }),
    };
    response.sendFile(
      name + (encoding?.suffix ?? ''),
      { root: folder, cacheControl: false, headers },
      (error: NodeJS.ErrnoException | undefined) => {
        // The rest is not needed when the client has disconnected.
        if (error === undefined || response.headersSent) return;
        response.removeHeader('Content-Type');
        // A newer build has just replaced the file.
        next(error.code === 'ENOENT' ? undefined : error);
      },
    );
  };
}

function serveShell(build: () => ConsoleBuild): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept');
    if (request.accepts(['html', 'json']) !== 'html') {
      next();
      return;
    }
    const { shell, tag } = build();
    // Express responds with 304 if the client already has this version.
    response
      .set({ ...CONSOLE_HEADERS, 'Cache-Control': 'no-cache', ETag: tag })
      .type('html')
      .send(shell);
  };
}
