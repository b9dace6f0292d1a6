import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestResponse, TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
let database: Database;
let project: string;
beforeAll(async () => {
  const urls = await createIsolatedStores();
  api = await startTestApi(urls);
  const logger = createLogger('test', 'warn');
  database = createDatabase(urls.postgres, { poolSize: 1, logger });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});
beforeEach(async () => {
  project = `/api/projects/${await api.newProject()}/`;
});

interface Tile {
  readonly id: number;
  readonly order: number;
  readonly layouts: object;
  readonly color: string | null;
  readonly error?: { readonly message: string };
  readonly insight: { readonly name: string; readonly result: unknown };
}

const post = (path: string, json: unknown) => api.call('POST', project + path, { json });
const get = (path: string) => api.call('GET', project + path);
const patch = (path: string, json: unknown) => api.call('PATCH', project + path, { json });
const tilesOf = (response: TestResponse) => response.body['tiles'] as readonly Tile[];
const names = (response: TestResponse) => tilesOf(response).map(({ insight }) => insight.name);

async function dashboard(body: object = {}): Promise<number> {
  return (await post('dashboards/', body)).body.id;
}
const insight = (name: string, dashboards: readonly number[], query = 'SELECT 1') =>
  post('insights/', { name, dashboards, query: { kind: 'HogQLQuery', query } });

it('lays tiles out, changes them, takes them off and puts them back', async () => {
  const id = await dashboard();
  for (const name of ['a', 'b', 'c']) await insight(name, [id]);
  const read = await get(`dashboards/${id}/`);
  expect(names(read)).toEqual(['a', 'b', 'c']);
  const [a, b, c] = tilesOf(read).map((tile) => tile.id);

  const reordered = await post(`dashboards/${id}/reorder_tiles/`, { tile_order: [c, a, b] });
  expect(reordered.status).toBe(200);
  expect(names(reordered)).toEqual(['c', 'a', 'b']);
  expect(tilesOf(reordered)[1]?.layouts).toEqual({
    sm: { x: 6, y: 0, w: 6, h: 5 },
    xs: { x: 0, y: 5, w: 6, h: 5 },
  });
  expect(await post(`dashboards/${id}/reorder_tiles/`, { tile_order: [a, a] })).toMatchObject({
    status: 400,
    body: { detail: 'tile_order must contain unique tile IDs' },
  });
  expect(await post(`dashboards/${id}/reorder_tiles/`, { tile_order: [999_999] })).toMatchObject({
    status: 404,
  });

  const changed = await patch(`dashboards/${id}/`, {
    tiles: [
      { id: a, color: 'blue', insight: { name: 'not changed here' } },
      { id: b, deleted: true },
    ],
  });
  expect(tilesOf(changed).map(({ insight: { name }, color }) => [name, color])).toEqual([
    ['c', null],
    ['a', 'blue'],
  ]);
  const back = await patch(`dashboards/${id}/`, { tiles: [{ id: b, deleted: false }] });
  expect(names(back)).toEqual(['c', 'a', 'b']);
});

it('keeps texts beside insights', async () => {
  const id = await dashboard({ name: 'noted' });
  await insight('a', [id]);
  const added = await patch(`dashboards/${id}/`, { tiles: [{ text: { body: '# Orders' } }] });
  const texts = (response: TestResponse) =>
    (response.body['tiles'] as readonly { text: { body: string } | null; insight: unknown }[])
      .filter(({ insight: shown }) => shown === null)
      .map(({ text }) => text?.body);
  expect([added.status, texts(added)]).toEqual([200, ['# Orders']]);
  const [chart, note] = tilesOf(added).map((tile) => tile.id);
  const changed = await patch(`dashboards/${id}/`, {
    tiles: [{ id: note, text: { id: note, body: '<b>Paid</b> orders' } }],
  });
  expect(texts(changed)).toEqual(['<b>Paid</b> orders']);
  const ordered = await post(`dashboards/${id}/reorder_tiles/`, { tile_order: [note, chart] });
  expect(tilesOf(ordered).map((tile) => tile.id)).toEqual([note, chart]);
  const copy = await post('dashboards/', { name: 'copy', use_dashboard: id });
  expect([texts(copy), tilesOf(copy).length]).toEqual([['<b>Paid</b> orders'], 2]);

  const rejected = [
    [{ id: chart, text: { body: 'in the place of an insight' } }],
    [{ layouts: {} }],
    [{ text: { body: 'x'.repeat(4_001) } }],
    [{ text: {} }],
    [{ button_tile: { url: 'https://example.com' } }],
  ];
  for (const tiles of rejected) {
    expect((await patch(`dashboards/${id}/`, { tiles })).status).toBe(400);
  }
  const off = await patch(`dashboards/${id}/`, { tiles: [{ id: note, deleted: true }] });
  expect(texts(off)).toEqual([]);
});

it('moves and copies tiles within the project', async () => {
  const [from, to] = [await dashboard({ name: 'from' }), await dashboard({ name: 'to' })];
  await insight('a', [from]);
  await insight('b', [from]);
  const [a, b] = tilesOf(await get(`dashboards/${from}/`)).map(({ id }) => id);
  const moved = await patch(`dashboards/${from}/move_tile/`, { tile: { id: a }, toDashboard: to });
  expect([moved.status, names(moved)]).toEqual([200, ['b']]);
  expect(names(await get(`dashboards/${to}/`))).toEqual(['a']);
  const back = await post(`dashboards/${to}/move_tile/`, { tile: { id: a }, toDashboard: from });
  expect([back.status, names(back)]).toEqual([200, []]);
  await post(`dashboards/${from}/move_tile/`, { tile: { id: a }, toDashboard: to });
  const copy = { fromDashboardId: from, tileId: b };
  expect(names(await post(`dashboards/${to}/copy_tile/`, copy))).toEqual(['a', 'b']);
  expect(await post(`dashboards/${to}/copy_tile/`, copy)).toMatchObject({
    status: 400,
    body: { detail: 'This insight is already on the destination dashboard.' },
  });
  expect(
    await post(`dashboards/${to}/copy_tile/`, { fromDashboardId: to, tileId: a }),
  ).toMatchObject({ status: 400 });

  const other = `/api/projects/${await api.newProject()}/`;
  const json = { name: 'theirs' };
  const theirs = (await api.call('POST', `${other}dashboards/`, { json })).body.id;
  for (const json of [
    { tile: { id: b }, toDashboard: theirs },
    { tile: { id: a }, toDashboard: to },
  ]) {
    expect((await patch(`dashboards/${from}/move_tile/`, json)).status).toBe(404);
  }
  const stolen = await api.call('POST', `${other}dashboards/${theirs}/copy_tile/`, { json: copy });
  expect(stolen.status).toBe(404);
});

it('runs insights with its filters, a tile with its own, and says which query failed', async () => {
  const id = await dashboard({ filters: { date_from: '-1d' } });
  const query = "SELECT '{filters}', count() FROM events WHERE {filters}";
  await insight('filtered', [id], query.replace("'{filters}', ", ''));
  await insight('broken', [id], 'SELECT toInt(no_such_field) FROM events');
  const read = await get(`dashboards/${id}/?refresh=force_blocking`);
  expect(read.status).toBe(200);
  const [filtered, broken] = tilesOf(read);
  expect(filtered?.insight.result).toEqual([[0]]);
  expect(broken?.insight.result).toBeNull();
  expect(broken?.error?.message).toContain('no_such_field');
  expect(read.body['filters']).toEqual({ date_from: '-1d' });
  const override = encodeURIComponent('{"date_from":"-2d"}');
  const over = await get(`dashboards/${id}/?filters_override=${override}`);
  expect(over.body['filters']).toEqual({ date_from: '-2d' });
  expect(over.body['persisted_filters']).toEqual({ date_from: '-1d' });
  expect((await get(`dashboards/${id}/?filters_override=x`)).status).toBe(400);
  expect((await get(`dashboards/${id}/?filters_override={"x":1}`)).status).toBe(400);
});

it('shows an insight with the query that it was run with', async () => {
  const id = await dashboard({ filters: { date_from: '-1d' } });
  const source = {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'x' }],
    dateRange: { date_from: '-7d', date_to: null },
  };
  const query = { kind: 'InsightVizNode', showHeader: true, source };
  const saved = await post('insights/', { dashboards: [id], query });
  const path = `insights/${saved.body.id}/`;
  const rangeAt = async (parameters: string) => {
    const { body } = await get(`${path}?${parameters}`);
    expect(body['query']).toMatchObject({ kind: 'InsightVizNode', showHeader: true });
    return (body['query'] as typeof query).source.dateRange;
  };
  const override = `filters_override=${encodeURIComponent('{"date_from":"-2d"}')}`;
  expect(await rangeAt(override)).toEqual({ date_from: '-2d', date_to: null });
  expect(await rangeAt(`from_dashboard=${id}`)).toEqual({ date_from: '-1d', date_to: null });
  expect(await rangeAt('')).toEqual(source.dateRange);
  const [tile] = tilesOf(await get(`dashboards/${id}/?${override}`));
  expect(tile?.insight).toMatchObject({
    query: { kind: 'InsightVizNode', source: { dateRange: { date_from: '-2d', date_to: null } } },
    persisted_query: query,
  });
});

it('a saved query that cannot be run affects only its own insight', async () => {
  await insight('works', [], 'SELECT 7');
  const { id } = (await insight('broken', [], 'SELECT toInt(no_such_field) FROM events')).body;
  type Row = { name: string; result: unknown; error?: { message: string } };
  const list = await get('insights/?refresh=force_blocking&order=name');
  expect(list.status).toBe(200);
  const [broken, works] = list.body['results'] as unknown as readonly Row[];
  expect(broken).toMatchObject({ name: 'broken', result: null });
  expect(broken?.error?.message).toContain('no_such_field');
  expect(works).toMatchObject({ name: 'works', result: [[7]] });
  expect(works).not.toHaveProperty('error');

  expect((await get(`insights/${id}/?refresh=force_blocking`)).status).toBe(400);
  expect((await get(`insights/${id}/`)).status).toBe(200);
  for (const path of ['insights/', `insights/${id}/`]) {
    expect((await get(`${path}?filters_override={"x":1}`)).status).toBe(400);
  }
});

it('shows an insight saved by an earlier version with a query that is no longer valid', async () => {
  const filters = [{ key: 'plan', value: 'pro', operator: 'exact', type: 'event' }];
  const source = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode' }], properties: filters };
  const { id } = (await post('insights/', { query: source })).body;
  const old = { ...source, properties: [{ ...filters[0], operater: 'exact' }] };
  await database.db
    .updateTable('insights')
    .set({ query: JSON.stringify(old) })
    .where('id', '=', id)
    .execute();
  const paths = ['', '?refresh=false', '?refresh=force_cache'].map(
    (query) => `insights/${id}/${query}`,
  );
  for (const path of ['insights/', 'insights/?refresh=force_blocking', ...paths]) {
    const { status, body } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    const row = path.includes(`${id}/`) ? body : (body['results'] as readonly object[])[0];
    expect(row).toMatchObject({ query: old, result: null, error: { type: 'parse_error' } });
  }
});

it('changes the tags of many dashboards and insights', async () => {
  const foreign = `/api/projects/${await api.newProject()}/`;
  for (const resource of ['dashboards/', 'insights/']) {
    const made = async (json: object): Promise<number> => (await post(resource, json)).body.id;
    const one = await made({ tags: ['a'] });
    const two = await made({});
    const theirs: number = (await api.call('POST', foreign + resource, { json: {} })).body.id;
    const bulk = (ids: readonly number[], action: string, tags: readonly string[]) =>
      post(`${resource}bulk_update_tags/`, { ids, action, tags });
    expect(await bulk([one, two, theirs], 'add', [' B', 'a'])).toMatchObject({
      status: 200,
      body: {
        updated: [one, two].map((id) => ({ id, tags: ['a', 'b'] })),
        skipped: [{ id: theirs, reason: 'Not found or no edit access' }],
      },
    });
    expect((await bulk([one], 'remove', ['A'])).body['updated']).toEqual([
      { id: one, tags: ['b'] },
    ]);
    expect((await bulk([two], 'set', [])).body['updated']).toEqual([{ id: two, tags: [] }]);
    expect((await get(`${resource}${one}/`)).body['tags']).toEqual(['b']);
    expect((await bulk([one], 'add', [])).status).toBe(400);
  }
});

it('copies a dashboard with what lies on it', async () => {
  const id = await dashboard({ name: 'first', filters: { date_from: '-9d' } });
  await insight('a', [id]);
  const copy = await post('dashboards/', { name: 'second', use_dashboard: id });
  expect(copy.status).toBe(201);
  expect(names(copy)).toEqual(['a']);
  expect(copy.body['filters']).toEqual({ date_from: '-9d' });
  expect(copy.body['creation_mode']).toBe('duplicate');
});
