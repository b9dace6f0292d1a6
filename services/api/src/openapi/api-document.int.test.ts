import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '@tidemark/platform';
import { createIsolatedDatabaseUrl, sharedEngineUrls } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const COMMITTED = join(__dirname, '../../../../docs/openapi.json');

let api: TestApi;
let document: OpenApiDocument;

beforeAll(async () => {
  api = await startTestApi({ ...sharedEngineUrls(), postgres: await createIsolatedDatabaseUrl() });
  document = (await (await fetch(`${api.base}/api/schema/`)).json()) as OpenApiDocument;
});
afterAll(() => api.stop());

const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

describe('the description of the API', () => {
  it('says of every route what it does', () => {
    const silent = operations().filter(({ summary }) => summary === '');
    // Give the route's declaration (projectRoute, accountRoute) a `summary`, then: npm run openapi
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has one operation of a name', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('says which scope a key needs', () => {
    const list = document.paths['/api/projects/{project_id}/actions/']?.['get'];
    expect(list).toMatchObject({
      operationId: 'actions_list',
      tags: ['actions'],
      security: [{ PersonalAPIKeyAuth: ['action:read'] }],
    });
  });

  it('is the committed one', () => {
    // Where it differs: npm run openapi, and look at what changed for clients.
    expect(document).toEqual(JSON.parse(readFileSync(COMMITTED, 'utf8')));
  });

  it('needs no key, and is there with and without a slash', async () => {
    for (const path of ['/api/schema', '/api/schema/']) {
      const answer = await fetch(api.base + path, { method: 'HEAD' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    }
    const yaml = await fetch(`${api.base}/api/schema/?format=yaml`);
    expect(yaml.headers.get('content-type')).toMatch(/^application\/yaml/);
    expect(await yaml.text()).toMatch(/^openapi: 3\.1\.0\n/);
    expect((await fetch(`${api.base}/api/schema/?format=xml`)).status).toBe(404);
    expect((await fetch(`${api.base}/api/schema/`, { method: 'POST' })).status).toBe(405);
  });
});

describe('the page that shows it', () => {
  it('loads nothing from elsewhere', async () => {
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
    for (const file of ['package.json', '..%2fpackage.json', 'swagger-ui.css.map']) {
      expect((await fetch(`${api.base}/api/docs/assets/${file}`)).status).toBe(404);
    }
  });

  it.each(['swagger-ui', 'redoc'])('is where the original has %s', async (viewer) => {
    const answer = await fetch(`${api.base}/api/schema/${viewer}/`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/api/docs/');
  });
});
