import type { Browser, Page } from 'playwright-core';
import { describeWithBrowser, launchBrowser } from '../test-support/browser';
import type { PageServer } from '../test-support/page-server';
import { serveHtml } from '../test-support/page-server';
import type { ShopProject } from '../test-support/shop-project';
import { shopProject } from '../test-support/shop-project';
import type { Bundle } from './bundle-client';
import { bundleForBrowsers } from './bundle-client';

const HTML = `<!doctype html><html><head><meta charset="utf-8"><title>Internal tool</title></head>
  <body><script type="module" src="/page.mjs"></script></body></html>`;
const SCRIPT = `import * as tidemark from '@tidemark/client';
window.tidemark = tidemark;`;
/** A query that no engine ends by itself during a test. */
const endless = (seed: number) =>
  `SELECT sum(sipHash64(number, ${seed})) FROM numbers(100000000000)`;

describeWithBrowser('the client in a page of another origin', () => {
  let shop: ShopProject;
  let browser: Browser;
  let bundle: Bundle;
  let server: PageServer;
  let tab: Page;
  const faults: string[] = [];

  /** Runs the body of a function in the page with the client and a value as parameters; returns its result as JSON. */
  const inPage = (body: string, value: unknown = null): Promise<unknown> =>
    tab.evaluate(`(async (client, value) => { ${body} })(client, ${JSON.stringify(value)})`);

  beforeAll(async () => {
    shop = await shopProject('Client in a browser');
    browser = await launchBrowser();
    bundle = await bundleForBrowsers(SCRIPT);
    server = await serveHtml(HTML, { '/page.mjs': bundle.file });
    tab = await browser.newPage();
    tab.on('pageerror', ({ message }) => faults.push(message));
    await tab.goto(server.url);
    await tab.waitForFunction('window.tidemark !== undefined');
    const { url: host, personalApiKey: apiKey, projectId } = shop;
    const options = JSON.stringify({ host, apiKey, projectId });
    await tab.evaluate(`void (window.client = tidemark.createClient(${options}))`);
  }, 180_000);
  afterEach(() => expect(faults).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await server.close();
    await bundle.remove();
  });

  it('runs a query, and a query in the background with its progress', async () => {
    const count = { kind: 'HogQLQuery', query: 'SELECT count() AS total FROM events' };
    expect(await inPage('return (await client.query(value)).results;', count)).toEqual([
      [shop.events.length],
    ]);
    const slow = 'SELECT count() AS n FROM numbers(50000000) WHERE sipHash64(number) > 0';
    const { results, seen } = (await inPage(
      `const seen = [];
      const options = { refresh: 'force_async', onProgress: (progress) => seen.push(progress) };
      return { results: (await client.run(value, options)).results, seen };`,
      { kind: 'HogQLQuery', query: slow },
    )) as { readonly results: unknown; readonly seen: { readonly rowsRead: number }[] };
    expect(results).toEqual([[50_000_000]]);
    const rows = seen.map(({ rowsRead }) => rowsRead);
    expect(rows.some((read) => read > 0)).toBe(true);
    expect([...rows].sort((a, b) => a - b)).toEqual(rows);
  }, 120_000);

  it('cancels a run by an AbortSignal, on the server as well', async () => {
    const { reason } = (await inPage(
      `const abort = new AbortController();
      const options = { signal: abort.signal, runId: 'browser-cancels', onProgress: () => abort.abort(new Error('enough')) };
      return client.run(value, options).then(() => ({}), (error) => ({ reason: error.message }));`,
      { kind: 'HogQLQuery', query: endless(11) },
    )) as { readonly reason?: string };
    expect(reason).toBe('enough');
    const status = `/api/projects/${shop.projectId}/query/browser-cancels/`;
    expect(await shop.api.get(status)).toMatchObject({ status: 404 });
  });

  it.each([
    ['a query', 'await client.query(value, { signal });'],
    ['a run', 'await client.run(value, { signal });'],
    ['rows', 'for await (const row of client.rows(value, { signal })) void row;'],
    [
      'a page',
      'for await (const page of client.pages(value, { signal, pageSize: 10 })) void page;',
    ],
  ])('rejects with the reason of the signal: %s', async (_name, use) => {
    const reasons = await inPage(
      `const reasons = [];
      for (const signal of [AbortSignal.timeout(300), AbortSignal.abort('none of it')]) {
        try { ${use} } catch (error) { reasons.push(error?.name ?? error); }
      }
      const abort = new AbortController();
      setTimeout(() => abort.abort(new RangeError('enough')), 300);
      const { signal } = abort;
      try { ${use} } catch (error) { reasons.push(error.name); }
      return reasons;`,
      { kind: 'HogQLQuery', query: endless(12) },
    );
    expect(reasons).toEqual(['TimeoutError', 'none of it', 'RangeError']);
  });

  it('reads the pages of a result', async () => {
    const pages = await inPage(
      `const pages = [];
      for await (const { results } of client.pages(value, { pageSize: 700 })) pages.push(results.flat());
      return pages;`,
      { kind: 'HogQLQuery', query: 'SELECT uuid FROM events ORDER BY timestamp' },
    );
    const uuids = (pages as string[][]).flat();
    expect((pages as string[][]).map(({ length }) => length)).toEqual([
      ...[700, 700, shop.events.length - 1_400],
    ]);
    expect(new Set(uuids).size).toBe(shop.events.length);
  });

  it('reads all pages of a list', async () => {
    for (const key of ['one', 'two', 'three']) {
      const body = JSON.stringify({ key, filters: { groups: [{ rollout_percentage: 50 }] } });
      await inPage(
        `await client.post('/api/projects/{project_id}/feature_flags/', { body: ${body} });`,
      );
    }
    const keys = await inPage(
      `const keys = [];
      const route = '/api/projects/{project_id}/feature_flags/';
      for await (const { key } of client.list(route, { query: { limit: 2 } })) keys.push(key);
      return keys;`,
    );
    expect((keys as string[]).sort()).toEqual(['one', 'three', 'two']);
  });

  it('streams rows, and cancels the query when the loop ends early', async () => {
    const query = 'SELECT number, toString(number) AS text FROM numbers(300000) LIMIT 300000';
    const read = await inPage(
      `let count = 0, sum = 0, characters = 0;
      for await (const { number, text } of client.rows(value)) {
        count += 1; sum += number; characters += text.length;
      }
      let first;
      for await (const row of client.rows(value)) { first = row; break; }
      return { count, sum, characters, first };`,
      { kind: 'HogQLQuery', query },
    );
    const numbers = Array.from({ length: 300_000 }, (_, number) => number);
    expect(read).toEqual({
      count: numbers.length,
      sum: numbers.reduce((sum, number) => sum + number, 0),
      characters: numbers.reduce((sum, number) => sum + String(number).length, 0),
      first: { number: 0, text: '0' },
    });
  });

  it('returns the errors of a request', async () => {
    const errors = await inPage(
      `const errors = [];
      const show = (error) => errors.push({
        name: error.name, status: error.status, detail: error.detail, hasId: Boolean(error.facts?.requestId),
        isOfClass: error instanceof tidemark.ApiError });
      await client.query({ kind: 'HogQLQuery', query: 'SELECT nothing FROM events' }).catch(show);
      await client.get('/api/projects/{project_id}/actions/{id}/', { path: { id: 2000000000 } }).catch(show);
      const stranger = tidemark.createClient({ host: value, apiKey: 'phx_wrong', projectId: 1 });
      await stranger.query({ kind: 'HogQLQuery', query: 'SELECT 1' }).catch(show);
      const nowhere = tidemark.createClient({ host: 'http://127.0.0.1:9', apiKey: 'k', retry: { retries: 0 } });
      await nowhere.query({ kind: 'HogQLQuery', query: 'SELECT 1' }).catch((error) => errors.push(error.name));
      return errors;`,
      shop.url,
    );
    const seen = { hasId: true, isOfClass: true };
    expect(errors).toMatchObject([
      { ...seen, name: 'ValidationError', status: 400 },
      { ...seen, name: 'NotFoundError', status: 404 },
      { ...seen, name: 'AuthenticationError', status: 401 },
      'ConnectionError',
    ]);
  });

  it('runs in a page that was not loaded over HTTPS, where randomUUID is missing', async () => {
    const results = await inPage(
      `delete Crypto.prototype.randomUUID;
      const secret = crypto.randomUUID;
      return [secret === undefined, (await client.run(value, { refresh: 'force_async' })).results];`,
      { kind: 'HogQLQuery', query: 'SELECT 1' },
    );
    expect(results).toEqual([true, [[1]]]);
  });
});
