import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tidemark/testing';
import { createApiClient } from '../support/api-client';
import { descendants, isAlive } from '../support/descendants';
import { freePort, startStandalone } from '../support/standalone';

const capture = (url: string, apiKey: string, event: string): Promise<Response> =>
  fetch(`${url}/capture/`, {
    method: 'POST',
    body: JSON.stringify({ api_key: apiKey, event, distinct_id: 'u' }),
  });

describe('the start contract', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tidemark-start-'));
  });
  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  it('prints where it is, its keys and lines that work as they are', async () => {
    const product = await startStandalone({ dataDir });
    const printed = product.output();
    for (const part of [product.url, product.projectApiKey, product.personalApiKey]) {
      expect(printed).toContain(part);
    }
    expect(printed).toMatch(/^\s*curl .*\/capture\//m);
    await product.stop();
  });

  it('stops cleanly on SIGINT: exit code 0, no process left, acknowledged events kept', async () => {
    const port = await freePort();
    const first = await startStandalone({ dataDir, port });
    const children = descendants(first.pid).map(({ pid }) => pid);
    expect(children.length).toBeGreaterThanOrEqual(7);
    expect((await capture(first.url, first.projectApiKey, 'kept')).status).toBe(200);
    expect(await first.stop('SIGINT')).toBe(0);
    expect(children.filter(isAlive)).toEqual([]);

    const second = await startStandalone({ dataDir, port });
    const api = createApiClient(second.url, second.personalApiKey);
    await eventually(async () => {
      expect(await api.hogql(1, `SELECT count() FROM events WHERE event = 'kept'`)).toEqual([[1]]);
    });
    await second.stop();
  });

  it('makes keys on the first start and finds them again on the next', async () => {
    const env = { BOOTSTRAP_PROJECT_API_KEY: '', BOOTSTRAP_PERSONAL_API_KEY: '' };
    const keys = (output: string): string[] => [
      ...new Set(output.match(/ph[cx]_[A-Za-z0-9]{20,}/g)),
    ];
    const first = await startStandalone({ dataDir, env });
    await first.stop();
    const second = await startStandalone({ dataDir, env });
    await second.stop();
    expect(keys(first.output())).toHaveLength(2);
    expect(keys(second.output()).sort()).toEqual(keys(first.output()).sort());
  });

  it('leaves no process behind when it is killed itself', async () => {
    const product = await startStandalone({ dataDir });
    const children = descendants(product.pid).map(({ pid }) => pid);
    await product.stop('SIGKILL');
    await eventually(() => expect(children.filter(isAlive)).toEqual([]), 30_000);
    const again = await startStandalone({ dataDir });
    expect(await again.stop()).toBe(0);
  });

  it('runs twice side by side', async () => {
    const other = await mkdtemp(join(tmpdir(), 'tidemark-start-'));
    const [a, b] = await Promise.all([
      startStandalone({ dataDir }),
      startStandalone({ dataDir: other }),
    ]);
    expect((await capture(a.url, a.projectApiKey, 'only in a')).status).toBe(200);
    const inA = createApiClient(a.url, a.personalApiKey);
    const inB = createApiClient(b.url, b.personalApiKey);
    await eventually(async () => {
      expect(await inA.hogql(1, 'SELECT count() FROM events')).toEqual([[1]]);
    });
    expect(await inB.hogql(1, 'SELECT count() FROM events')).toEqual([[0]]);
    expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0]);
    await rm(other, { recursive: true, force: true });
  });

  it.each([
    ['a malformed variable', { QUERY_MAX_ROWS: 'many' }, 'QUERY_MAX_ROWS'],
    ['a misspelt variable', { QUERY_MAX_ROW: '5' }, 'QUERY_MAX_ROW'],
  ])('refuses %s with one clear line', async (_, env, name) => {
    await expect(startStandalone({ dataDir, env })).rejects.toThrow(name);
  });

  it('refuses a second start on the same data with one clear line', async () => {
    const product = await startStandalone({ dataDir });
    await expect(startStandalone({ dataDir })).rejects.toThrow(/already|in use/);
    expect(await product.stop()).toBe(0);
  });
});
