import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '@tidemark/platform';
import { createStoresWithoutEvents } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';
import { announceBody } from '../test-support/oversized';

const COMMITTED = join(__dirname, '../../../../docs/openapi.json');

let api: TestApi;
let document: OpenApiDocument;

beforeAll(async () => {
  api = await startTestApi(await createStoresWithoutEvents());
  document = (await (await fetch(`${api.base}/api/schema/`)).json()) as OpenApiDocument;
});
afterAll(() => api.stop());

const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

describe('the description of the API', () => {
  it('describes every route', () => {
    const silent = operations().filter(({ summary }) => summary === '');
    // Give the route's declaration (projectRoute, accountRoute) a `summary`, then: npm run openapi
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has one operation of a name', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('names the scope that a key needs', () => {
    const list = document.paths['/api/projects/{project_id}/actions/']?.['get'];
    expect(list).toMatchObject({
      operationId: 'actions_list',
      tags: ['actions'],
      security: [{ PersonalAPIKeyAuth: ['action:read'] }],
    });
  });

  it('is the committed one', () => {
    // If it differs, run `npm run openapi` and review the changes for clients.
    expect(document).toEqual(JSON.parse(readFileSync(COMMITTED, 'utf8')));
  });

  it('needs no key, and is there with and without a slash', async () => {
    for (const path of ['/api/schema', '/api/schema/']) {
      const response = await fetch(api.base + path, { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    }
    const yaml = await fetch(`${api.base}/api/schema/?format=yaml`);
    expect(yaml.headers.get('content-type')).toMatch(/^application\/yaml/);
    expect(await yaml.text()).toMatch(/^openapi: 3\.1\.0\n/);
    expect((await fetch(`${api.base}/api/schema/?format=xml`)).status).toBe(404);
    expect((await fetch(`${api.base}/api/schema/`, { method: 'POST' })).status).toBe(405);
  });
});

describe('the page that shows it', () => {
  it('loads no files from other hosts', async () => {
    const page = await fetch(`${api.base}/api/docs/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link).toMatch(/^\/api\/docs\//);
      expect((await fetch(api.base + link)).status).toBe(200);
    }
  });

  it('serves no other file', async () => {
    for (const file of ['package.json', 'swagger-ui.css.map']) {
      expect((await fetch(`${api.base}/api/docs/assets/${file}`)).status).toBe(404);
    }
    expect((await fetch(`${api.base}/api/docs/assets/..%2fpackage.json`)).status).toBe(400);
  });

  it.each(['swagger-ui', 'redoc'])('is where the original has %s', async (viewer) => {
    const response = await fetch(`${api.base}/api/schema/${viewer}/`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/api/docs/');
  });
});

describe('every route of the API', () => {
  const GIB = 1024 ** 3;
  const UUID = '00000000-0000-0000-0000-000000000000';
  /** The routes of the api and, because they are described here, of the edge. */
  const withBodies = () =>
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .flatMap(([path, item]) =>
        Object.entries(item).flatMap(([method, { requestBody }]) =>
          requestBody === undefined ? [] : [[method.toUpperCase(), path] as const],
        ),
      );

  it('rejects a body that is too large before it comes, in the words of the wire', async () => {
    const routes = withBodies();
    expect(routes.length).toBeGreaterThan(60);
    const responses = await Promise.all(
      routes.map(async ([method, path]) => {
        const ask = (id: string) => {
          const filled = path.replace('{project_id}', '1').replaceAll(/\{\w+\}/g, id);
          return announceBody(api.base + filled, method, { bytes: GIB, key: api.masterKey });
        };
        // An invalid id or name gives a 404 before the body is checked.
        for (const id of ['1', UUID, 'TrendsQuery', 'execute-sql']) {
          const response = await ask(id);
          if (response.status !== 404) return { route: `${method} ${path}`, ...response };
        }
        return { route: `${method} ${path}`, status: 404, body: null };
      }),
    );
    const body = expect.objectContaining({ code: 'request_too_large', attr: null }) as unknown;
    expect(responses).toEqual(responses.map(({ route }) => ({ route, status: 413, body })));
  });

  it.each([
    ['GET', '/api/projects/1/'],
    ['GET', '/api/projects/'],
    ['POST', '/api/login/'],
    ['GET', '/api/schema/'],
    ['GET', '/api/docs/'],
    ['GET', '/api/docs/assets/swagger-ui.css'],
    ['GET', '/api/docs/assets/nothing'],
    ['PUT', '/api/projects/'],
    ['GET', '/nowhere'],
    ['GET', '/%zz'],
    ['GET', '/_readyz'],
  ])('reports a browser to trust little: %s %s', async (method, path) => {
    const { headers } = await fetch(api.base + path, { method });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'cross-origin-resource-policy': path === '/api/schema/' ? 'cross-origin' : 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers.has('x-powered-by') || headers.has('server')).toBe(false);
  });
});
