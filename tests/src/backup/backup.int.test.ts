import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@tidemark/cli';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { Acknowledged } from './steady-events';
import { sendSteadily } from './steady-events';

/** Longer timeouts, because the machine may be busy with other work. */
const SLOW = { readyTimeoutMs: 120_000 };
const TWO_STARTS_MS = 300_000;

/** A product under load is backed up, and the backup is restored to another product. */
describe('tidemark backup and restore', () => {
  let folder: string;
  let backup: string;
  let restored: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-backup-'));
    backup = join(folder, 'backup');
    restored = join(folder, 'restored');
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const tidemark = async (dataDir: string, ...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const terminal = {
      out: (text: string) => out.push(text),
      err: (text: string) => err.push(text),
    };
    const env = { DATA_DIR: dataDir, PATH: process.env.PATH };
    return { code: await runCommand(args, env, terminal), out: out.join(''), err: err.join('') };
  };
  const capture = async (product: Standalone, event: object): Promise<void> => {
    const response = await fetch(`${product.url}/capture/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: product.projectApiKey, ...event }),
    });
    expect(response.status).toBe(200);
  };
  const flagsOf = async (product: Standalone): Promise<unknown> => {
    const response = await fetch(`${product.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ token: product.projectApiKey, distinct_id: 'ann' }),
    });
    const { flags } = (await response.json()) as { flags: unknown };
    return flags;
  };
  const definitions = async (api: ApiClient): Promise<unknown> => {
    const paths = ['actions', 'feature_flags'];
    return Promise.all(
      paths.map(async (path) => {
        const { body } = await api.get(`/api/projects/1/${path}/`);
        const { results } = body as { results: { id: unknown; name: unknown }[] };
        return results.map(({ id, name }) => [id, name]).sort();
      }),
    );
  };
  const ANN = `select distinct_id, person_id, person.properties.plan from events
    where distinct_id in ('ann', 'ann-before') order by distinct_id, timestamp`;

  const seed = async (product: Standalone, api: ApiClient): Promise<string> => {
    await capture(product, { event: 'seen', distinct_id: 'ann-before' });
    const properties = { $anon_distinct_id: 'ann-before', $set: { plan: 'pro' } };
    await capture(product, { event: '$identify', distinct_id: 'ann', properties });
    const condition = {
      properties: [{ key: 'plan', value: 'pro', type: 'person', operator: 'exact' }],
    };
    const flag = { key: 'for-pros', name: 'for pros', active: true };
    const filters = { groups: [{ ...condition, rollout_percentage: 100 }] };
    const made = await Promise.all([
      api.post('/api/projects/1/actions/', { name: 'seen', steps: [{ event: 'seen' }] }),
      api.post('/api/projects/1/feature_flags/', { ...flag, filters }),
      api.post('/api/personal_api_keys/', { label: 'second', scopes: ['query:read'] }),
    ]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    await waitUntil(async () => expect(await api.hogql(1, ANN)).toHaveLength(2));
    return (made[2].body as { value: string }).value;
  };

  it(
    'restores every event acknowledged before the timestamp of the backup, exactly once',
    async () => {
      const first = await startStandalone({ dataDir: join(folder, 'first'), ...SLOW });
      const api = createApiClient(first.url, first.personalApiKey);
      const secondKey = await seed(first, api);
      // On a busy server, reading the person may time out; the flag is then false, with errors reported.
      const flags = await waitUntil(async () => {
        const read = await flagsOf(first);
        expect(read).toMatchObject({ 'for-pros': { enabled: true } });
        return read;
      });
      const before = { ann: await api.hogql(1, ANN), flags, definitions: await definitions(api) };

      const load = sendSteadily(first.url, first.projectApiKey);
      await waitUntil(() => expect(load.acknowledged.length).toBeGreaterThan(200));
      const made = await tidemark(first.dataDir, 'backup', backup, '--json');
      const during = load.acknowledged.length;
      await waitUntil(() => expect(load.acknowledged.length).toBeGreaterThan(during));
      await load.stop();
      expect(made).toMatchObject({ code: 0, err: '' });
      const report = JSON.parse(made.out) as { taken_at: string; rows: { postgres: object } };
      expect(report.rows.postgres).toMatchObject({ actions: 1, feature_flags: 1, projects: 1 });
      expect(await first.stop()).toBe(0);

      expect(await tidemark(restored, 'restore', backup)).toMatchObject({ code: 0, err: '' });
      // The engines are programs, not data, so they need not be unpacked twice.
      const engines = join(first.dataDir, 'engines');
      if (existsSync(engines)) await cp(engines, join(restored, 'engines'), { recursive: true });
      const second = await startStandalone({ dataDir: restored, ...SLOW });
      const restoredApi = createApiClient(second.url, second.personalApiKey);
      await expectOnce(restoredApi, load.acknowledged, new Date(report.taken_at));
      expect(await restoredApi.hogql(1, ANN)).toEqual(before.ann);
      await waitUntil(async () => expect(await flagsOf(second)).toEqual(before.flags));
      expect(await definitions(restoredApi)).toEqual(before.definitions);
      expect(await createApiClient(second.url, secondKey).hogql(1, 'select 1')).toEqual([[1]]);
      const persons = 'select count(), count(distinct id) from persons';
      const resolved = 'select count(distinct person_id), countIf(person.id is null) from events';
      const [[count, distinct] = []] = await restoredApi.hogql(1, persons);
      expect(distinct).toBe(count);
      expect(await restoredApi.hogql(1, resolved)).toEqual([[count, 0]]);

      await capture(second, { event: 'after', distinct_id: 'ann' });
      await waitUntil(async () => {
        const after = `select person_id from events where event = 'after'`;
        expect(await restoredApi.hogql(1, after)).toEqual([[before.ann[0]?.[1]]]);
      });
      expect(await second.stop()).toBe(0);
    },
    TWO_STARTS_MS,
  );

  /** Expects that every event acknowledged before the timestamp is stored, and that no event is stored twice. */
  async function expectOnce(
    api: ApiClient,
    acknowledged: readonly Acknowledged[],
    timestamp: Date,
  ): Promise<void> {
    const due = acknowledged.filter(({ at }) => at <= timestamp);
    expect(due.length).toBeGreaterThan(100);
    await waitUntil(async () => {
      const rows = await api.hogql(
        1,
        `select toString(uuid), distinct_id from events where event = 'load' limit 10000`,
      );
      const stored = new Map(rows.map(([uuid, distinctId]) => [uuid, distinctId]));
      expect(stored.size).toBe(rows.length);
      expect(due.filter(({ uuid, distinctId }) => stored.get(uuid) !== distinctId)).toEqual([]);
    });
  }

  it('overwrites nothing, and reports what is missing', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await tidemark(nowhere, 'backup', backup)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not empty') as string,
    });
    expect(await tidemark(nowhere, 'backup', join(folder, 'other'))).toMatchObject({
      code: 3,
      err: expect.stringContaining('Tidemark is not running in') as string,
    });
    expect(await tidemark(restored, 'restore', backup)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not empty') as string,
    });
    expect(await tidemark(nowhere, 'restore', folder)).toMatchObject({
      code: 3,
      err: expect.stringContaining('contains no complete backup') as string,
    });
  });

  it('rejects a backup of a newer version, and a damaged backup', async () => {
    const check = () => tidemark(join(folder, 'nowhere'), 'restore', backup, '--check');
    expect(await check()).toMatchObject({ code: 0 });

    const path = join(backup, 'manifest.json');
    const manifest = await readFile(path, 'utf8');
    for (const [store, row] of [
      ['clickhouse', { id: 999, name: 'of-tomorrow' }],
      ['postgres', { id: 999, name: 'of-tomorrow', checksum: 'x', finished_at: null }],
    ] as const) {
      const newer = JSON.parse(manifest) as Record<typeof store, { ledger: object[] }>;
      newer[store].ledger.push(row);
      await writeFile(path, JSON.stringify(newer));
      expect(await check()).toMatchObject({
        code: 1,
        err: expect.stringMatching(/another version.*of-tomorrow/) as string,
      });
    }
    await writeFile(path, manifest.replace('"format": 1', '"format": 2'));
    expect(await check()).toMatchObject({
      code: 1,
      err: expect.stringContaining('format 2') as string,
    });
    await writeFile(path, manifest);

    await appendFile(join(backup, 'postgres', 'actions.copy.gz'), 'x');
    expect(await check()).toMatchObject({
      code: 1,
      err: expect.stringContaining('actions.copy.gz differs') as string,
    });
    await rm(join(backup, 'redis', 'dump.rdb'));
    await rm(join(backup, 'postgres', 'actions.copy.gz'));
    expect(await check()).toMatchObject({
      code: 1,
      err: expect.stringContaining('actions.copy.gz is missing') as string,
    });
  });

  it('does not start on a directory whose restore did not finish', async () => {
    const dataDir = join(folder, 'half');
    await mkdir(join(dataDir, 'restoring'), { recursive: true });
    await expect(startStandalone({ dataDir })).rejects.toThrow(/restore into .* has not finished/);
  });
});
