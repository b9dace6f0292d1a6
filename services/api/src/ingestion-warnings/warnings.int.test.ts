import { createClickHouse } from '@tidemark/clickhouse';
import type { ClickHouse } from '@tidemark/clickhouse';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('ingestion warnings', () => {
  let api: TestApi;
  let clickhouse: ClickHouse;
  let project: number;
  const now = Date.now();

  const row = (
    uuid: number,
    given: { readonly age?: number; readonly [column: string]: unknown },
  ) => {
    const { age = MINUTE, ...columns } = given;
    return {
      uuid: `00000000-0000-4000-8000-${String(uuid).padStart(12, '0')}`,
      team_id: project,
      type: 'invalid_group_set',
      category: 'event',
      severity: 'warning',
      source: 'ingestion',
      distinct_id: 'u1',
      details: '{"eventUuid":"e1"}',
      timestamp: new Date(now - age).toISOString().replace('T', ' ').replace('Z', ''),
      count: 1,
      ...columns,
    };
  };

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    clickhouse = createClickHouse({ url: urls.clickhouse, logger: createLogger('t', 'silent') });
    api = await startTestApi(urls);
    project = await api.newProject();
    const error = { type: 'missing_distinct_id', severity: 'error', distinct_id: '' };
    await clickhouse.insertJsonEachRow('ingestion_warnings', [
      row(1, { count: 5, age: 2 * MINUTE }),
      row(2, { distinct_id: 'u2', details: '{"eventUuid":"e2","value":"Odd"}', age: 3 * MINUTE }),
      row(3, { ...error, count: 7 }),
      row(4, { ...error, age: 40 * DAY }),
      row(5, { team_id: project + 1_000 }),
    ]);
    await clickhouse.insertJsonEachRow('ingestion_warnings', [
      row(1, { count: 6, age: 2 * MINUTE }),
    ]);
  });
  afterAll(async () => {
    await api.stop();
    await clickhouse.close();
  });

  const get = (query = '', options = {}) =>
    api.call('GET', `/api/projects/${project}/ingestion_warnings/${query}`, options);

  it('come by type, the newest first, each replaced row once', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { type: 'missing_distinct_id', severity: 'error', count: 7 },
      {
        type: 'invalid_group_set',
        category: 'event',
        severity: 'warning',
        count: 7,
        lastSeen: expect.stringMatching(/^\d{4}-.*Z$/),
        warnings: [
          { count: 6, distinct_id: 'u1', details: { eventUuid: 'e1' } },
          { count: 1, distinct_id: 'u2', details: { eventUuid: 'e2', value: 'Odd' } },
        ],
      },
    ]);
    const { sparkline } = body.results[1] as unknown as { sparkline: [number, string][] };
    expect(sparkline.reduce((sum, [count]) => sum + count, 0)).toBe(7);
    expect(sparkline[0]?.[1]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it.each([
    ['?q=Odd', ['e2']],
    ['?q=odd', []],
    ['?q=missing_', [undefined]],
    ['?type=invalid_group_set', ['e1', 'e2']],
    ['?severity=warning&distinct_id=u2', ['e2']],
    ['?category=size', []],
    [`?before=${new Date(now - 2.5 * MINUTE).toISOString()}`, ['e2']],
    [`?limit=1&offset=1&severity=warning`, ['e2']],
  ])('list/%s', async (query, expected) => {
    const { body } = await get(`list/${query}`);
    const found = body.results.map(({ details }) => (details as { eventUuid: string }).eventUuid);
    if (expected[0] !== undefined || expected.length === 0) expect(found).toEqual(expected);
    else expect(body.results.map(({ type }) => type)).toEqual(['missing_distinct_id']);
  });

  it('reach back 30 days unless asked further', async () => {
    const after = new Date(now - 60 * DAY).toISOString();
    expect((await get('list/?severity=error')).body.count).toBe(1);
    expect((await get(`list/?severity=error&after=${after}`)).body.count).toBe(2);
  });

  it.each([
    ['?severity=bad', 'severity'],
    ['?after=soon', 'after'],
  ])('%s is rejected', async (query, attr) => {
    const { status, body } = await get(query);
    expect([status, body['attr']]).toEqual([400, attr]);
  });

  it('need their scope, and the project', async () => {
    const reader = await api.keyWith(['ingestion_warning:read']);
    const other = await api.keyWith(['project:read']);
    const stranger = await api.keyWith(['*'], { scoped_teams: [await api.newProject()] });
    expect((await get('', { key: reader })).status).toBe(200);
    expect((await get('', { key: other })).status).toBe(403);
    expect((await get('', { key: stranger })).status).toBe(403);
  });

  it('are a table of HogQL, of the project alone', async () => {
    const query = `SELECT type, sum(count), any(severity) FROM system.ingestion_warnings
      GROUP BY type ORDER BY type`;
    const { body } = await api.call('POST', `/api/projects/${project}/query/`, {
      json: { query: { kind: 'HogQLQuery', query } },
    });
    expect(body.results).toEqual([
      ['invalid_group_set', 7, 'warning'],
      ['missing_distinct_id', 8, 'error'],
    ]);
  });
});
