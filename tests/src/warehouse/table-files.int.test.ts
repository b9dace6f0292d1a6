import { randomUUID } from 'node:crypto';
import { waitUntil } from '@tidemark/testing';
import { tableScene } from './test-support/table-scene';

const scene = tableScene();
const { path, uploaded } = scene;

it('reads JSON lines and Parquet files written by the engine', async () => {
  await uploaded(
    'lines',
    '{"id": 12345678901234567, "tags": ["a"]}\n{"late": 1.5}\n',
    'JSONEachRow',
  );
  expect(
    await scene.world.query(scene.project, 'select toString(id), tags, late from lines'),
  ).toEqual([
    ['12345678901234567', '["a"]', null],
    [null, null, 1.5],
  ]);
  const sql = `
    SELECT number AS id, toString(number) AS name, if(number % 2 = 0, NULL, number / 4) AS share,
      toDate('2024-01-01') + number AS day, toDateTime64('2024-01-01 00:00:00.123456', 6, 'UTC') AS at,
      number = 1 AS first, [number, 2] AS list, toDecimal64(number, 2) AS price
    FROM numbers(3000)`;
  for (const codec of ['zstd', 'snappy', 'gzip', 'brotli', 'lz4', 'none']) {
    const stream = await scene.world.clickhouse.stream({
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
      await scene.world.query(
        scene.project,
        `select count(), sum(id), max(day) from parquet_${codec}`,
      ),
    ).toEqual([[3000, 4498500, '2032-03-18']]);
    expect(
      await scene.world.query(
        scene.project,
        `select id, name, share, day, at, list, price from parquet_${codec} where id in (0, 2999) order by id`,
      ),
    ).toEqual([
      [0, '0', null, '2024-01-01', '2024-01-01T00:00:00.123456Z', '[0,2]', 0],
      [2999, '2999', 749.75, '2032-03-18', '2024-01-01T00:00:00.123456Z', '[2999,2]', 2999],
    ]);
  }
});

it('reads a column with the type that the user sets, and reports values that do not fit', async () => {
  const { id } = await uploaded('codes', 'code,n\n1,1\nx,2\n');
  const update = (updates: object) =>
    scene.world.call('POST', path(id, 'update_schema/'), { updates });
  expect(await update({ code: 'integer', n: 'STRING' })).toMatchObject({
    status: 200,
    body: {
      columns: [
        { name: 'code', type: 'integer', schema_valid: false },
        { name: 'n', type: 'string', schema_valid: true },
      ],
    },
  });
  expect(await scene.world.query(scene.project, 'select code, n from codes order by n')).toEqual([
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
  const refreshed = await scene.world.call('POST', path(id, 'refresh_schema/'));
  expect(refreshed.body).toMatchObject({ columns: [{ type: 'string' }, { type: 'integer' }] });
});

it('reports later values that do not fit the type inferred from the first ones', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => (index < 11_990 ? index : 'none'));
  const { columns } = await uploaded('promises', `n\n${rows.join('\n')}\n`);
  expect(columns).toMatchObject([{ name: 'n', type: 'integer' }]);
  expect(await scene.world.query(scene.project, 'select count(), count(n) from promises')).toEqual([
    [12_000, 11_990],
  ]);
  const list = await scene.world.call('GET', `${path()}?limit=1`);
  expect(list.body).toMatchObject({ results: [{ columns: [{ schema_valid: false }] }] });
});

it.each([
  ['events', 'a\n1\n', 'name', /already exists/],
  ['numbers', 'a\n1\n', 'name', /already exists/],
  ['system.cohorts', 'a\n1\n', 'name', /Table names must/],
  ['1st', 'a\n1\n', 'name', /Table names must/],
  ['a-b', 'a\n1\n', 'name', /Table names must/],
  ['empty', '', 'file', /empty/],
  ['ragged', 'a,b\n1\n', 'file', /Row 2 of the CSV has 1 columns, not 2/],
])('rejects %s and gives a reason', async (name, content, attr, detail) => {
  const response = await scene.world.upload(scene.project, { name }, content);
  expect(response).toMatchObject({
    status: 400,
    body: { type: 'validation_error', attr, detail: expect.stringMatching(detail) as string },
  });
});

it('rejects unknown formats', async () => {
  expect(
    (await scene.world.upload(scene.project, { name: 'x', format: 'Delta' }, 'a')).status,
  ).toBe(400);
});

it('rejects files that are not valid Parquet, however they are damaged', async () => {
  const sql = 'SELECT number AS n, toString(number) AS s FROM numbers(100)';
  const stream = await scene.world.clickhouse.stream({ name: 'parquet', sql, format: 'Parquet' });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const good = Buffer.concat(chunks);
  const upload = (content: Uint8Array) =>
    scene.world.upload(
      scene.project,
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
    // A flipped byte may cause an error or change values, but must not cause a 500 or an endless load.
    expect([201, 400]).toContain(status);
    if (status === 201) expect(['completed', 'failed']).toContain(body['status']);
  }
});

it.each([
  ["SELECT 'x' AS a FROM numbers(1000000)", /more than 200000 rows/],
  ["SELECT repeat('x', 1000000) AS a FROM numbers(3000)", /larger than (64|512) MB/],
])(
  'limits Parquet files that are small but expand to much data: %s',
  async (sql, reason) => {
    const stream = await scene.world.clickhouse.stream({
      name: 'parquet',
      sql,
      format: 'Parquet',
      settings: { output_format_parquet_compression_method: 'zstd', max_block_size: 1_000 },
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const name = `bomb_${randomUUID().slice(0, 8)}`;
    const response = await scene.world.upload(
      scene.project,
      { name, format: 'Parquet' },
      Buffer.concat(chunks),
    );
    expect(response.status).toBe(201);
    // The response waits at most ten seconds for the load; a busy machine needs longer.
    await waitUntil(async () => {
      const { body } = await scene.world.call(
        'GET',
        `/api/projects/${scene.project}/warehouse_tables/${String(response.body['id'])}/`,
      );
      expect(body).toMatchObject({
        status: 'failed',
        latest_error: expect.stringMatching(reason) as string,
      });
    });
  },
  90_000,
);
