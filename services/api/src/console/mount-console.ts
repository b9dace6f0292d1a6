import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Express, RequestHandler } from 'express';
import { listConsoleFiles } from './console-files';
import { SHELL_FILE } from './console-folder';
import { CONSOLE_HEADERS } from './console-headers';

/** The paths that return the shell to browsers. Every other unknown path returns 404 in JSON. */
const SHELL_PATHS = ['/', '/login', '/setup', '/signup/:id', '/second-factor', '/project/*path'];
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the console: its files at `/console/`, and the shell at each of its addresses to whoever takes HTML. Both are
 * read when the service starts. What is not found goes on to the next handler.
 *
 * @param folder the build of `@tidemark/console`
 */
export function mountConsole(app: Express, folder: string): void {
  app.get('/console/*path', serveFiles(folder));
  app.get(SHELL_PATHS, serveShell(folder));
}

function serveFiles(folder: string): RequestHandler {
  const files = listConsoleFiles(folder);
  return (request, response, next) => {
    const file = files.get(request.path.slice('/console/'.length));
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
        // A newer build has replaced the file since the service started.
        next(error.code === 'ENOENT' ? undefined : error);
      },
    );
  };
}

function serveShell(folder: string): RequestHandler {
  const shell = readFileSync(join(folder, SHELL_FILE));
  const tag = `"${createHash('sha256').update(shell).digest('base64url').slice(0, 27)}"`;
  return (request, response, next) => {
    response.vary('Accept');
    if (request.accepts(['html', 'json']) !== 'html') {
      next();
      return;
    }
    // Express responds with 304 if the client already has this version.
    response
      .set({ ...CONSOLE_HEADERS, 'Cache-Control': 'no-cache', ETag: tag })
      .type('html')
      .send(shell);
  };
}
