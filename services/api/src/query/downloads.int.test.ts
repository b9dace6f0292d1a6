import { randomUUID } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let clickhouse: ReturnType<typeof createClickHouse>;
let redis: ReturnType<typeof createRedis>;
let other: number;
const DOWNLOADS = '/api/projects/1/query/downloads/';
const STORED = 'tidemark:query-download:*';

beforeAll(async () => {
  const urls = await createIsolatedStores();
  clickhouse = createClickHouse({ url: urls.clickhouse, logger: createLogger('test', 'fatal') });
  redis = createRedis(urls.redis, 'queue');
  await redis.flushdb();
  api = await startTestApi(urls);
  other = await api.newProject('Other');
  const at = new Date().toISOString().replace('T', ' ').replace('Z', '');
  const events = Array.from({ length: 300 }, (_, n) => ({
    uuid: randomUUID(),
    team_id: n < 250 ? 1 : other,
    event: n === 0 ? '=1+1' : `e${n}`,
    distinct_id: `d${n}`,
    person_id: randomUUID(),
    timestamp: at,
    created_at: at,
    person_created_at: at,
  }));
  await clickhouse.insertJsonEachRow('events', events);
});
afterAll(async () => {
  await Promise.all([api.stop(), clickhouse.close(), closeRedis(redis)]);
});

const ALL = { kind: 'HogQLQuery', query: 'select event, distinct_id from events order by event' };
const ask = (json: object, key?: string) =>
  api.call('POST', DOWNLOADS, { json, ...(key !== undefined && { key }) });
const linkTo = async (json: object, key?: string) => String((await ask(json, key)).body['url']);
const download = (path: string) => fetch(api.base + path);
const USED = { code: 'not_found', detail: expect.stringContaining('can be used once') as string };

describe('a link', () => {
  it('is a path that needs no credential, for a minute', async () => {
    const answer = await ask({ query: ALL });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      url: expect.stringMatching(/^\/api\/downloads\/tmd_[\w-]{43}\/$/) as string,
      expires_at: expect.any(String) as string,
    });
    const left = Date.parse(String(answer.body['expires_at'])) - Date.now();
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    const [stored = ''] = await redis.keys(STORED);
    expect(await redis.ttl(stored)).toBeLessThanOrEqual(60);
    const token = String(answer.body['url']).split('/')[3] ?? '';
    expect(`${stored} ${String(await redis.get(stored))}`).not.toContain(token);
  });

  it('gives all rows once, where JSON would give a page', async () => {
    const link = await linkTo({ query: ALL, format: 'csv', filename: 'my events/../"x"' });
    const response = await download(link);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="my events_.._x_.csv"',
    );
    const lines = (await response.text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(251);
    expect(lines[0]).toBe('event,distinct_id');
    // The quote prevents a spreadsheet from running the formula.
    expect(lines[1]).toBe("'=1+1,d0");
    const again = await download(link);
    expect([again.status, await again.json()]).toMatchObject([404, USED]);
  });

  it('is not used up by a request for its headers', async () => {
    const link = await linkTo({ query: ALL, format: 'csv', filename: 'all' });
    for (let time = 0; time < 2; time += 1) {
      const head = await fetch(api.base + link, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(head.headers.get('content-disposition')).toBe('attachment; filename="all.csv"');
      expect(await head.text()).toBe('');
    }
    const response = await download(link);
    expect((await response.text()).trim().split(/\r?\n/)).toHaveLength(251);
    expect((await fetch(api.base + link, { method: 'HEAD' })).status).toBe(404);
  });

  it('used by several at once is good for one', async () => {
    const link = await linkTo({ query: ALL });
    const responses = await Promise.all([1, 2, 3, 4].map(() => download(link)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    for (const response of responses) await response.text();
  });

  it.each([
    ['ndjson', 'application/x-ndjson; charset=utf-8', 'ndjson'],
    ['parquet', 'application/vnd.apache.parquet', 'parquet'],
  ])('gives %s', async (format, type, ending) => {
    const response = await download(await linkTo({ query: ALL, format, name: 'Ümläut' }));
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[\\w .-]+\\.${ending}"$`),
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    if (format === 'parquet') expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
    else expect(bytes.toString().trim().split('\n')).toHaveLength(250);
  });

  it('reads with the scopes of the user who requested it', async () => {
    const query = { kind: 'HogQLQuery', query: 'select name from system.feature_flags' };
    const key = await api.keyWith(['query:read']);
    const rejected = await download(await linkTo({ query }, key));
    expect(rejected.status).toBe(403);
    expect((await download(await linkTo({ query }))).status).toBe(200);
  });

  it('an invented, expired or changed one is rejected', async () => {
    for (const path of ['tmd_x', `tmd_${'x'.repeat(43)}`, '..%2f']) {
      expect([404, 400]).toContain((await download(`/api/downloads/${path}/`)).status);
    }
    await redis.del(...(await redis.keys(STORED)));
    const expired = await linkTo({ query: ALL });
    await redis.del(...(await redis.keys(STORED)));
    expect((await download(expired)).status).toBe(404);
    const link = await linkTo({ query: ALL });
    const [stored = ''] = await redis.keys(STORED);
    const value = JSON.parse((await redis.get(stored)) ?? '') as { record: string };
    const record = value.record.replace('"projectId":1', `"projectId":${other}`);
    expect(record).not.toBe(value.record);
    await redis.set(stored, JSON.stringify({ ...value, record }));
    expect((await download(link)).status).toBe(404);
    const forged = await linkTo({ query: ALL });
    const [own = ''] = await redis.keys(STORED);
    const copy = (await redis.get(own)) ?? '';
    await redis.rename(own, own.slice(0, -3) + 'abc');
    expect((await download(forged)).status).toBe(404);
    expect(copy).not.toBe('');
  });
});

describe('is rejected', () => {
  it.each([
    {},
    { query: { kind: 'Nonsense' } },
    { query: ALL, format: 'xlsx' },
    { query: ALL, nonsense: 1 },
    { query: { kind: 'HogQLQuery' } },
  ])('%j', async (json) => {
    const answer = await ask(json);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { type: expect.any(String) as string },
    ]);
  });

  it('without a key, with another scope, and where the body is large', async () => {
    expect((await api.call('POST', DOWNLOADS, { key: null, json: { query: ALL } })).status).toBe(
      401,
    );
    expect((await ask({ query: ALL }, await api.keyWith(['action:read']))).status).toBe(403);
    const query = { kind: 'HogQLQuery', query: `select '${'x'.repeat(300_000)}'` };
    expect((await ask({ query })).status).toBe(413);
  });

  it('at the download where the query is wrong: as POST query tells it', async () => {
    const query = { kind: 'HogQLQuery', query: 'select no_such_column from events' };
    const response = await download(await linkTo({ query }));
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('no_such_column') as string },
    ]);
  });
});
