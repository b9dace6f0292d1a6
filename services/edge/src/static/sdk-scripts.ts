import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Answer } from '../http/answer';
import { text } from '../http/answer';

/** What posthog-js fetches when a project records sessions; older versions ask for the later names. */
const SCRIPTS: ReadonlySet<string> = new Set([
  'lazy-recorder',
  'posthog-recorder',
  'recorder',
  'recorder-v2',
]);

/** With or without the SDK's version; the scripts of one version serve all. */
const PATH = /^\/static\/(?:\d[\w.-]*\/)?([a-z0-9-]+)\.js$/;
const HEADERS = [
  ...['Content-Type', 'application/javascript; charset=utf-8'],
  ...['Cache-Control', 'public, max-age=3600'],
];
/** Saying so with CORS headers keeps a page's console clean. */
const NOT_SERVED = text(404, 'Not found');

/**
 * `/static/`: the recorder, from the posthog-js that is installed with this service. Of the other scripts
 * that posthog-js loads by itself (surveys, toolbar …) none is served.
 */
export function createSdkScripts(): (path: string) => Promise<Answer> {
  const folder = join(dirname(require.resolve('posthog-js/package.json')), 'dist');
  const known = new Map<string, Promise<Answer>>();

  const read = async (name: string): Promise<Answer> => ({
    status: 200,
    body: await readFile(join(folder, `${name}.js`), 'utf8'),
    headers: HEADERS,
  });

  return (path) => {
    const name = PATH.exec(path)?.[1];
    if (name === undefined || !SCRIPTS.has(name)) return Promise.resolve(NOT_SERVED);
    const answer = known.get(name) ?? read(name);
    known.set(name, answer);
    return answer;
  };
}
