import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createLogger } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { ClickHouse } from '.';
import { ClickHouseAbortedError, ClickHouseQueryError, createClickHouse } from '.';

let clickhouse: ClickHouse;

beforeAll(async () => {
  const { clickhouse: url } = await createIsolatedStores();
  clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
});
afterAll(() => clickhouse.close());

const endless = 'SELECT number, sipHash64(number) FROM numbers(1000000000000)';

async function running(queryId: string): Promise<number> {
  const { rows } = await clickhouse.query<[number]>({
    name: 'running',
    sql: 'SELECT count() FROM system.processes WHERE query_id = {id:String}',
    params: { id: queryId },
  });
  return rows[0]![0];
}

it('streams binary formats unchanged', async () => {
  const sql = "SELECT number AS n, concat('ä', toString(number)) AS s FROM numbers(200000)";
  const parquet = await buffer(
    await clickhouse.stream({ name: 'parquet', sql, format: 'Parquet' }),
  );
  expect(parquet.subarray(0, 4).toString()).toBe('PAR1');
  expect(parquet.subarray(-4).toString()).toBe('PAR1');
  const footer = parquet.readUInt32LE(parquet.length - 8);
  expect(footer).toBeLessThan(parquet.length);
});

it('binds parameters and writes text formats as the engine does', async () => {
  const csv = await clickhouse.stream({
    name: 'csv',
    sql: 'SELECT {text:String} AS t',
    params: { text: 'a "b"\n' },
    format: 'CSVWithNames',
  });
  expect((await buffer(csv)).toString()).toBe('"t"\n"a ""b""\n"\n');
});

it('rejects a bad statement before the first byte', async () => {
  const bad = clickhouse.stream({ name: 'bad', sql: 'SELECT missing', format: 'Parquet' });
  await expect(bad).rejects.toMatchObject({ code: 47 });
});

it.each(['TabSeparatedRaw', 'Parquet', 'JSONEachRow'] as const)(
  'fails a %s stream if its query fails after the first rows',
  async (format) => {
    const stream = await clickhouse.stream({
      name: 'late_failure',
      sql: "SELECT number, repeat('x', 100) AS x, throwIf(number = 900000) AS t FROM numbers(1000000)",
      settings: { max_threads: 1, output_format_parquet_row_group_size: 10_000 },
      format,
    });
    await expect(buffer(stream)).rejects.toThrow();
  },
);

it('reports the code of an error after rows', async () => {
  const stream = await clickhouse.stream({
    name: 'late_failure',
    sql: "SELECT repeat('x', 100) AS x, throwIf(number = 900000) AS t FROM numbers(1000000)",
    settings: { max_threads: 1 },
    format: 'JSONEachRow',
  });
  const error: unknown = await buffer(stream).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ClickHouseQueryError);
  expect(error).toMatchObject({ code: 395 });
});

it('ends the query of an aborted or abandoned stream in the engine', async () => {
  const abort = new AbortController();
  const [aborted, abandoned] = [randomUUID(), randomUUID()];
  const first = await clickhouse.stream({
    name: 'endless',
    sql: endless,
    format: 'RowBinary',
    queryId: aborted,
    signal: abort.signal,
  });
  const second = await clickhouse.stream({
    name: 'endless',
    sql: endless,
    format: 'RowBinary',
    queryId: abandoned,
  });
  const failed = expect(buffer(first)).rejects.toBeInstanceOf(ClickHouseAbortedError);
  await waitUntil(async () => expect(await running(aborted)).toBe(1));
  abort.abort();
  second.destroy();
  await failed;
  await waitUntil(async () => {
    expect(await running(aborted)).toBe(0);
    expect(await running(abandoned)).toBe(0);
  });
});
