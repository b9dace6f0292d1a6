import { randomUUID } from 'node:crypto';
import { createLogger, exactJson } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { ClickHouse } from '.';
import {
  ClickHouseAbortedError,
  ClickHouseQueryError,
  ClickHouseUnavailableError,
  createClickHouse,
} from '.';

const logger = createLogger('test', 'silent');

describe('ClickHouse wrapper', () => {
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    const { clickhouse: url } = await createIsolatedStores();
    clickhouse = createClickHouse({ url, logger });
    await clickhouse.command(
      'CREATE TABLE kept (n UInt64, s String) ENGINE = MergeTree ORDER BY n',
    );
  });
  afterAll(() => clickhouse.close());

  it('returns rows, meta and statistics of a query with bound parameters', async () => {
    const text = "it's \\ \n `quoted` {x:String} ; -- no";
    const result = await clickhouse.query({
      name: 'echo',
      sql: 'SELECT {text:String} AS text, {list:Array(Int64)} AS list, toUInt64(7) AS n, nan AS x',
      params: { text, list: [1, -2] },
    });
    expect(result.rows).toEqual([[text, [1, -2], 7, null]]);
    expect(result.meta.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'text String',
      'list Array(Int64)',
      'n UInt64',
      'x Float64',
    ]);
    expect(result.statistics.elapsed).toBeGreaterThanOrEqual(0);
  });

  it('keeps the digits of wide integers with exactIntegers', async () => {
    const query = {
      name: 'wide',
      sql: 'SELECT toUInt64(18446744073709551615), [toInt128(-1), toInt128(9007199254740993)]',
    };
    const exact = await clickhouse.query({ ...query, exactIntegers: true });
    expect(exactJson(exact.rows)).toBe('[[18446744073709551615,[-1,9007199254740993]]]');
    const rounded = await clickhouse.query(query);
    expect(rounded.rows).toEqual([[18446744073709552000, [-1, 9007199254740992]]]);
  });

  it.each([{}, { maxResponseBytes: 1_000 }])(
    'binds parameters that are too long for a URL (%j)',
    async (limit) => {
      for (const times of [30_000, 100_000]) {
        const { rows } = await clickhouse.query({
          name: 'long',
          sql: 'SELECT length({long:String}), {short:String}',
          params: { long: "'\\\n".repeat(times), short: 'x' },
          ...limit,
        });
        expect(rows).toEqual([[3 * times, 'x']]);
      }
    },
  );

  it('inserts objects and serialised lines alike', async () => {
    await clickhouse.insertJsonEachRow('kept', [{ n: 1, s: 'ä' }]);
    const lines = Buffer.from('{"n":2,"s":"b\\n\\n;"}\n{"n":3,"s":"c"}');
    await clickhouse.insertJsonEachRow('kept', lines, { columns: ['n', 's'] });
    await clickhouse.insertJsonEachRow('kept', []);
    const { rows } = await clickhouse.query({
      name: 'all',
      sql: 'SELECT n, s FROM kept ORDER BY n',
    });
    expect(rows).toEqual([
      [1, 'ä'],
      [2, 'b\n\n;'],
      [3, 'c'],
    ]);
  });

  it('stores nothing of an insert with an invalid row, and reports the reason', async () => {
    const bad = clickhouse.insertJsonEachRow('kept', [{ n: 10, s: 'x' }, { n: 'not a number' }]);
    await expect(bad).rejects.toBeInstanceOf(ClickHouseQueryError);
    const { rows } = await clickhouse.query({
      name: 'bad',
      sql: 'SELECT count() FROM kept WHERE n = 10',
    });
    expect(rows).toEqual([[0]]);
  });

  it('rejects unknown columns instead of losing them', async () => {
    const insert = clickhouse.insertJsonEachRow('kept', [{ n: 11, misspelt: 'x' }]);
    await expect(insert).rejects.toMatchObject({ code: 117 });
  });

  it('reports errors of the engine with code, name and our query id', async () => {
    const queryId = randomUUID();
    const failing = clickhouse.query({ name: 'bad', sql: 'SELECT missing FROM kept', queryId });
    await expect(failing).rejects.toMatchObject({
      name: 'ClickHouseQueryError',
      code: 47,
      type: 'UNKNOWN_IDENTIFIER',
      queryId,
    });
  });

  it('applies settings to one statement only', async () => {
    const setting = { name: 's', sql: "SELECT getSetting('max_threads')" };
    const [own] = (await clickhouse.query<[number]>({ ...setting, settings: { max_threads: 3 } }))
      .rows;
    const [next] = (await clickhouse.query<[number]>(setting)).rows;
    expect(own).toEqual([3]);
    expect(next).not.toEqual([3]);
  });

  const endless = 'SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))';
  const running = async (queryId: string): Promise<number> => {
    const { rows } = await clickhouse.query<[number]>({
      name: 'running',
      sql: 'SELECT count() FROM system.processes WHERE query_id = {id:String}',
      params: { id: queryId },
    });
    return rows[0]![0];
  };

  it('kills a query by id', async () => {
    const queryId = randomUUID();
    const query = clickhouse.query({ name: 'endless', sql: endless, queryId });
    const ended = expect(query).rejects.toMatchObject({ code: 394 });
    await waitUntil(async () => expect(await running(queryId)).toBe(1));
    await clickhouse.kill(queryId);
    await ended;
  });

  it('ends an aborted query in the engine too', async () => {
    const queryId = randomUUID();
    const abort = new AbortController();
    const query = clickhouse.query({
      name: 'endless',
      sql: endless,
      queryId,
      signal: abort.signal,
    });
    const ended = expect(query).rejects.toBeInstanceOf(ClickHouseAbortedError);
    await waitUntil(async () => expect(await running(queryId)).toBe(1));
    abort.abort();
    await ended;
    await waitUntil(async () => expect(await running(queryId)).toBe(0));
  });

  it('distinguishes an unreachable server from a rejecting one', async () => {
    const gone = createClickHouse({ url: 'http://default:x@127.0.0.1:1/default', logger });
    await expect(gone.ping()).rejects.toBeInstanceOf(ClickHouseUnavailableError);
    await expect(gone.command('SELECT 1')).rejects.toBeInstanceOf(ClickHouseUnavailableError);
    await gone.close();
    await expect(clickhouse.ping()).resolves.toBeUndefined();
  });
});
