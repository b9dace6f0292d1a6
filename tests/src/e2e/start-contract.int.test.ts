import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@tidemark/testing';
import { findFreePort } from '@tidemark/platform';
import { createApiClient } from '../test-support/api-client';
import { descendants, isAlive } from '../test-support/descendants';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

const capture = (url: string, apiKey: string, event: string): Promise<Response> =>
  fetch(`${url}/capture/`, {
    method: 'POST',
    body: JSON.stringify({ api_key: apiKey, event, distinct_id: 'u' }),
  });

/** Makes the product generate its keys, so that both starts print the same lines. */
const MADE_KEYS = { BOOTSTRAP_PROJECT_API_KEY: '', BOOTSTRAP_PERSONAL_API_KEY: '' };

function printedKeys(output: string): string[] {
  return [...new Set(output.match(/ph[cx]_[A-Za-z0-9]{20,}/g))].sort();
}

/** The tests are steps with one data directory, because starts take most of the time. */
describe('the start contract', () => {
  let dataDir: string;
  let product: Standalone;
  let keys: string[];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tidemark-start-'));
    product = await startStandalone({ dataDir, port: await findFreePort(), env: MADE_KEYS });
    keys = printedKeys(product.output());
  });
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  const count = (url: string, condition: string): Promise<unknown> => {
    const personal = keys.find((key) => key.startsWith('phx_')) ?? '';
    const api = createApiClient(url, personal);
    return api.hogql(1, `SELECT count() FROM events WHERE ${condition}`);
  };
  const projectKey = (): string => keys.find((key) => key.startsWith('phc_')) ?? '';

  it('prints its URL, the generated keys, and commands that work unchanged', () => {
    const printed = product.output();
    expect(printed).toContain(product.url);
    expect(keys).toHaveLength(2);
    expect(printed).toMatch(/^\s*curl .*\/capture\//m);
  });

  it('rejects a second start on the same data with a clear error in one line', async () => {
    await expect(startStandalone({ dataDir })).rejects.toThrow(/already|in use/);
  });

  it('runs beside another product without any effect on it', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'tidemark-start-'));
    const other = await startStandalone({ dataDir: elsewhere });
    expect((await capture(product.url, projectKey(), 'kept')).status).toBe(200);
    const inOther = createApiClient(other.url, other.personalApiKey);
    await waitUntil(async () => {
      expect(await count(product.url, "event = 'kept'")).toEqual([[1]]);
    });
    expect(await inOther.hogql(1, 'SELECT count() FROM events')).toEqual([[0]]);
    expect(await other.stop()).toBe(0);
    await rm(elsewhere, { recursive: true, force: true });
  });

  it('stops on SIGINT with exit code 0 and no remaining process, even directly after it acknowledged an event', async () => {
    const children = descendants(product.pid).map(({ pid }) => pid);
    expect(children.length).toBeGreaterThanOrEqual(7);
    expect((await capture(product.url, projectKey(), 'kept')).status).toBe(200);
    expect(await product.stop('SIGINT')).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);
  });

  it('has the same keys and all acknowledged events after the next start', async () => {
    const port = Number(new URL(product.url).port);
    product = await startStandalone({ dataDir, port, env: MADE_KEYS });
    // The personal key is printed only when it is created; later it is only in the file.
    expect(printedKeys(product.output())).toEqual([projectKey()]);
    const file = join(dataDir, 'secrets.json');
    expect(product.output()).toContain(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const secrets = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    expect(keys).toContain(secrets['personalApiKey']);
    await waitUntil(async () => {
      expect(await count(product.url, "event = 'kept'")).toEqual([[2]]);
    });
  });

  it('leaves no process behind when its supervisor is killed, and starts again', async () => {
    const children = descendants(product.pid).map(({ pid }) => pid);
    await product.stop('SIGKILL');
    await waitUntil(() => expect(children.filter(isAlive)).toEqual([]));
    product = await startStandalone({ dataDir, env: MADE_KEYS });
    expect(await product.stop()).toBe(0);
  });

  it.each([
    ['a malformed variable', { QUERY_MAX_ROWS: 'many' }, 'QUERY_MAX_ROWS'],
    ['a misspelt variable', { QUERY_MAX_ROW: '5' }, 'QUERY_MAX_ROW'],
  ])('rejects %s with a clear error in one line', async (_, env, name) => {
    await expect(startStandalone({ dataDir, env })).rejects.toThrow(name);
  });
});
