import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EdgeResponse } from '../http/edge-response';
import { text } from '../http/edge-response';

/**
 * The SDK itself, which the snippet loads, and what it fetches when a page or the project switches it on.
 * Older versions ask for the recorder by its later names.
 */
const SCRIPTS: ReadonlySet<string> = new Set([
  'array',
  'array.full',
  'array.full.es5',
  'array.full.no-external',
  'array.no-external',
  'dead-clicks-autocapture',
  'exception-autocapture',
  'lazy-recorder',
  'posthog-recorder',
  'recorder',
  'recorder-v2',
  'surveys',
  'surveys-preview',
  'tracing-headers',
  'web-vitals',
  'web-vitals-soft-navs',
  'web-vitals-with-attribution',
  'web-vitals-with-attribution-soft-navs',
]);

/** The path of a script, with or without the SDK's version, because one version serves all. */
const PATH = /^\/static\/(?:\d[\w.-]*\/)?([a-z0-9.-]+)\.js$/;
const HEADERS = [
  ...['Content-Type', 'application/javascript; charset=utf-8'],
  ...['Cache-Control', 'public, max-age=3600'],
];
/** Saying so with CORS headers keeps a page's console clean. */
const NOT_SERVED = text(404, 'Not found');

/** Serves a path below `/static/`. */
export type SdkScripts = (path: string) => Promise<EdgeResponse>;

/**
 * `/static/`: scripts of the posthog-js that is installed with this service. Those that need a part of the
 * original which is not here (toolbar, product tours …) are not served.
 */
export function createSdkScripts(): SdkScripts {
  const folder = join(dirname(require.resolve('posthog-js/package.json')), 'dist');
  const known = new Map<string, Promise<EdgeResponse>>();

  const read = async (name: string): Promise<EdgeResponse> => ({
    status: 200,
    body: await readFile(join(folder, `${name}.js`), 'utf8'),
    headers: HEADERS,
  });

  return (path) => {
    const name = PATH.exec(path)?.[1];
    if (name === undefined || !SCRIPTS.has(name)) return Promise.resolve(NOT_SERVED);
    const response = known.get(name) ?? read(name);
    known.set(name, response);
    return response;
  };
}
