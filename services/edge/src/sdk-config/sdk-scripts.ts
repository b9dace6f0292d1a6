import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EdgeResponse } from '../http/edge-response';
import { text } from '../http/edge-response';

/**
 * The SDK itself, which the snippet loads, and the scripts that it requests if a page or the project enables them.
 * The recorder has several names, for several versions of the SDK.
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
/** With CORS headers, so that browsers do not report a CORS error in the console of the page. */
const NOT_SERVED = text(404, 'Not found');

/** Serves a path below `/static/`. */
export type SdkScripts = (path: string) => Promise<EdgeResponse>;

/**
 * Creates the handler of `/static/`: the scripts of the installed posthog-js. Scripts for features that Tidemark
 * lacks (toolbar, product tours …) are not served.
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
