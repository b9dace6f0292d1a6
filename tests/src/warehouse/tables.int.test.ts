import { randomUUID } from 'node:crypto';
import { waitUntil } from '@tidemark/testing';
import type { World } from './world';
import { startWorld } from './world';

/** The resource over HTTP, with uploads, and queries of what was uploaded. */
let world: World;
let project: number;

beforeAll(async () => {
  world = await startWorld();
  project = await world.newProject();
});
afterAll(() => world.stop());

const ORDERS = [
  'customer,amount,paid,day,at,zip',
  'ada,19.5,true,2024-03-01,2024-03-01T10:00:00Z,00123',
  'bob,2,false,2024-03-02,2024-03-02 10:00:00,00456',
].join('\n');

const path = (id = '', action = ''): string =>
  `/api/projects/${project}/warehouse_tables/${id === '' ? '' : `${id}/`}${action}`;

async function uploaded(name: string, content: string | Uint8Array, format = 'CSVWithNames') {
  const response = await world.upload(project, { name, format }, content);
  expect(response).toMatchObject({
    status: 201,
    body: { status: 'completed', latest_error: null },
  });
  return response.body as { readonly id: string; readonly columns: readonly object[] };
}

it('uploads CSV, shows its columns and serves queries by its name', async () => {
  const table = await uploaded('orders', ORDERS);
  expect(table).toMatchObject({
    name: 'orders',
    format: 'CSVWithNames',
    deleted: false,
    credential: null,
    external_data_source: null,
    row_count: 2,
    columns: [
      { key: 'customer', name: 'customer', type: 'string', schema_valid: true },
      { name: 'amount', type: 'float' },
      { name: 'paid', type: 'boolean' },
      { name: 'day', type: 'date' },
      { name: 'at', type: 'datetime' },
      { name: 'zip', type: 'string' },
    ],
  });
  expect(
    await world.query(
      project,
      'select customer, amount * 2, paid, day, at, zip from orders order by 1',
    ),
  ).toEqual([
    ['ada', 39, true, '2024-03-01', '2024-03-01T10:00:00Z', '00123'],
    ['bob', 4, false, '2024-03-02', '2024-03-02T10:00:00Z', '00456'],
  ]);
  const listed = await world.call('GET', path());
  expect(listed.body).toMatchObject({ count: 1, results: [{ id: table.id, name: 'orders' }] });
  const alias = await world.call(
    'GET',
    `/api/environments/${project}/warehouse_tables/${table.id}/`,
  );
  expect(alias).toMatchObject({ status: 200, body: { id: table.id } });
});

it('joins a table with events and persons', async () => {
  const personId = randomUUID();
  await world.clickhouse.insertJsonEachRow('events', [
    {
      uuid: randomUUID(),
      event: 'paid',
      distinct_id: 'ada',
      timestamp: '2024-03-01 10:00:00',
      created_at: '2024-03-01 10:00:01',
      person_id: personId,
      person_created_at: '2024-03-01 10:00:00',
      person_properties: {},
      properties_text: {},
      team_id: project,
    },
  ]);
  await world.clickhouse.insertJsonEachRow('person', [
    {
      id: personId,
      team_id: project,
      properties_text: { name: 'Ada' },
      is_identified: true,
      is_deleted: 0,
      created_at: '2024-03-01 10:00:00',
      version: 0,
    },
  ]);
  expect(
    await world.query(
      project,
      `select e.event, o.amount, p.properties.name from events e
       join orders o on e.distinct_id = o.customer join persons p on p.id = e.person_id`,
    ),
  ).toEqual([['paid', 19.5, 'Ada']]);
});

it('replaces the file of an upload, and keeps the columns it has in common', async () => {
  const first = await uploaded('stock', 'item,count\na,1\n');
  const second = await uploaded('stock', 'note,item\nnew,b\n');
  expect(second.id).toBe(first.id);
  expect(await world.query(project, 'select item, note from stock')).toEqual([['b', 'new']]);
});

it('reads JSON lines and Parquet that the engine has written', async () => {
  await uploaded(
    'lines',
    '{"id": 12345678901234567, "tags": ["a"]}\n{"late": 1.5}\n',
    'JSONEachRow',
  );
  expect(await world.query(project, 'select toString(id), tags, late from lines')).toEqual([
    ['12345678901234567', '["a"]', null],
    [null, null, 1.5],
  ]);
  const sql = `
    SELECT number AS id, toString(number) AS name, if(number % 2 = 0, NULL, number / 4) AS share,
      toDate('2024-01-01') + number AS day, toDateTime64('2024-01-01 00:00:00.123456', 6, 'UTC') AS at,
      number = 1 AS first, [number, 2] AS list, toDecimal64(number, 2) AS price
    FROM numbers(3000)`;
  for (const codec of ['zstd', 'snappy', 'gzip', 'brotli', 'lz4', 'none']) {
    const stream = await world.clickhouse.stream({
      name: 'parquet',
      sql,
      format: 'Parquet',
      settings: {
        output_format_parquet_compression_method: codec,
        output_format_parquet_row_group_size: 1000,
      },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const table = await uploaded(`parquet_${codec}`, Buffer.concat(chunks), 'Parquet');
    expect(table.columns).toMatchObject([
      { name: 'id', type: 'integer' },
      { name: 'name', type: 'string' },
      { name: 'share', type: 'float' },
      { name: 'day', type: 'date' },
      { name: 'at', type: 'datetime' },
      { name: 'first' },
      { name: 'list', type: 'string' },
      { name: 'price', type: 'float' },
    ]);
    expect(
      await world.query(project, `select count(), sum(id), max(day) from parquet_${codec}`),
    ).toEqual([[3000, 4498500, '2032-03-18']]);
    expect(
      await world.query(
        project,
        `select id, name, share, day, at, list, price from parquet_${codec} where id in (0, 2999) order by id`,
      ),
    ).toEqual([
      [0, '0', null, '2024-01-01', '2024-01-01T00:00:00.123456Z', '[0,2]', 0],
      [2999, '2999', 749.75, '2032-03-18', '2024-01-01T00:00:00.123456Z', '[2999,2]', 2999],
    ]);
  }
});

it('reads a column by the type it is given, and says when values do not fit', async () => {
  const { id } = await uploaded('codes', 'code,n\n1,1\nx,2\n');
  const update = (updates: object) => world.call('POST', path(id, 'update_schema/'), { updates });
  expect(await update({ code: 'integer', n: 'STRING' })).toMatchObject({
    status: 200,
    body: {
      columns: [
        { name: 'code', type: 'integer', schema_valid: false },
        { name: 'n', type: 'string', schema_valid: true },
      ],
    },
  });
  expect(await world.query(project, 'select code, n from codes order by n')).toEqual([
    [1, '1'],
    [null, '2'],
  ]);
  expect(await update({ code: 'geometry' })).toMatchObject({
    status: 400,
    body: {
      detail: expect.stringMatching(/Can not parse type geometry for column code/) as string,
    },
  });
  expect(await update({ none: 'string' })).toMatchObject({
    status: 400,
    body: { detail: 'Column none does not exist on table' },
  });
  const refreshed = await world.call('POST', path(id, 'refresh_schema/'));
  expect(refreshed.body).toMatchObject({ columns: [{ type: 'string' }, { type: 'integer' }] });
});

it('says so when later values do not fit what the first ones promised', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => (index < 11_990 ? index : 'none'));
  const { columns } = await uploaded('promises', `n\n${rows.join('\n')}\n`);
  expect(columns).toMatchObject([{ name: 'n', type: 'integer' }]);
  expect(await world.query(project, 'select count(), count(n) from promises')).toEqual([
    [12_000, 11_990],
  ]);
  const list = await world.call('GET', `${path()}?limit=1`);
  expect(list.body).toMatchObject({ results: [{ columns: [{ schema_valid: false }] }] });
});

it('is renamed and deleted', async () => {
  const { id } = await uploaded('before', 'a\n1\n');
  expect(await world.call('PATCH', path(id), { name: 'after' })).toMatchObject({
    status: 200,
    body: { name: 'after' },
  });
  expect(await world.query(project, 'select a from after')).toEqual([[1]]);
  expect(await world.query(project, 'select a from before')).toMatch(/Unknown table `before`/);
  expect((await world.call('DELETE', path(id))).status).toBe(204);
  expect((await world.call('GET', path(id))).status).toBe(404);
  expect((await world.call('DELETE', path(id))).status).toBe(404);
  expect(await world.query(project, 'select a from after')).toMatch(/Unknown table/);
  await uploaded('after', 'b\n2\n');
  expect(await world.query(project, 'select * from after')).toEqual([[2]]);
});

it('belongs to its project', async () => {
  const { id } = await uploaded('mine', 'secret\nSECRET\n');
  const other = await world.newProject();
  expect(await world.query(other, 'select * from mine')).toMatch(/Unknown table/);
  const theirs = await world.upload(other, { name: 'mine' }, 'secret\ntheirs\n');
  expect(theirs.status).toBe(201);
  expect(await world.query(other, 'select * from mine')).toEqual([['theirs']]);
  expect(await world.query(project, 'select * from mine')).toEqual([['SECRET']]);
  for (const [method, action] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', 'refresh/'],
    ['POST', 'refresh_schema/'],
  ] as const) {
    const foreign = `/api/projects/${other}/warehouse_tables/${id}/${action}`;
    expect((await world.call(method, foreign, method === 'PATCH' ? {} : undefined)).status).toBe(
      404,
    );
  }
});

it('needs its scopes', async () => {
  const keyOf = async (scope: string): Promise<string> => {
    const json = { label: 'test', scopes: [scope] };
    return (await world.call('POST', '/api/personal_api_keys/', json)).body['value'] as string;
  };
  const reader = await keyOf('warehouse_table:read');
  expect((await world.call('GET', path(), undefined, reader)).status).toBe(200);
  expect(await world.call('POST', path(), {}, reader)).toMatchObject({
    status: 403,
    body: { detail: "API key missing required scope 'warehouse_table:write'" },
  });
  const stranger = await keyOf('query:read');
  expect((await world.call('GET', path(), undefined, stranger)).status).toBe(403);
});

it.each([
  ['events', 'a\n1\n', 'name', /already exists/],
  ['numbers', 'a\n1\n', 'name', /already exists/],
  ['system.cohorts', 'a\n1\n', 'name', /Table names must/],
  ['1st', 'a\n1\n', 'name', /Table names must/],
  ['a-b', 'a\n1\n', 'name', /Table names must/],
  ['empty', '', 'file', /empty/],
  ['ragged', 'a,b\n1\n', 'file', /Row 2 of the CSV has 1 columns, not 2/],
])('does not upload %s with a reason', async (name, content, attr, detail) => {
  const response = await world.upload(project, { name }, content);
  expect(response).toMatchObject({
    status: 400,
    body: { type: 'validation_error', attr, detail: expect.stringMatching(detail) as string },
  });
});

it('rejects formats it does not read', async () => {
  expect((await world.upload(project, { name: 'x', format: 'Delta' }, 'a')).status).toBe(400);
});

it('rejects bytes that are no Parquet, in any way they are none', async () => {
  const sql = 'SELECT number AS n, toString(number) AS s FROM numbers(100)';
  const stream = await world.clickhouse.stream({ name: 'parquet', sql, format: 'Parquet' });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const good = Buffer.concat(chunks);
  const upload = (content: Uint8Array) =>
    world.upload(
      project,
      { name: `broken_${randomUUID().slice(0, 8)}`, format: 'Parquet' },
      content,
    );
  const huge = Buffer.from(good);
  huge.writeUInt32LE(0xfffffff0, huge.length - 8);
  for (const content of [Buffer.from('PAR1'), good.subarray(0, -9), huge]) {
    expect(await upload(content)).toMatchObject({ status: 400, body: { attr: 'file' } });
  }
  for (let at = 4; at < good.length - 8; at += Math.ceil(good.length / 40)) {
    const bent = Buffer.from(good);
    bent[at] = (bent[at] ?? 0) ^ 0xff;
    const { status, body } = await upload(bent);
    // Whatever a flipped byte does, it is an error or makes other values; nothing breaks.
    expect([201, 400]).toContain(status);
    if (status === 201) expect(['completed', 'failed']).toContain(body['status']);
  }
});

it.each([
  ["SELECT 'x' AS a FROM numbers(1000000)", /more than 200000 rows/],
  ["SELECT repeat('x', 1000000) AS a FROM numbers(3000)", /larger than (64|512) MB/],
])(
  'is not overwhelmed by small Parquet of much: %s',
  async (sql, reason) => {
    const stream = await world.clickhouse.stream({
      name: 'parquet',
      sql,
      format: 'Parquet',
      settings: { output_format_parquet_compression_method: 'zstd', max_block_size: 1_000 },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const name = `bomb_${randomUUID().slice(0, 8)}`;
    const response = await world.upload(
      project,
      { name, format: 'Parquet' },
      Buffer.concat(chunks),
    );
    expect(response.status).toBe(201);
    // The response waits ten seconds for the load, and a busy machine takes longer.
    await waitUntil(async () => {
      const { body } = await world.call(
        'GET',
        `/api/projects/${project}/warehouse_tables/${String(response.body['id'])}/`,
      );
      expect(body).toMatchObject({
        status: 'failed',
        latest_error: expect.stringMatching(reason) as string,
      });
    });
  },
  90_000,
);
