import { createClient, type ClickHouseClient, type DataFormat } from '@clickhouse/client';
import { startTestServer, type TestServer } from '../test-support/test-server';

let server: TestServer;
let client: ClickHouseClient;

beforeAll(async () => {
  server = await startTestServer();
  client = createClient({ url: server.url });
});
afterAll(async () => {
  await client.close();
  await server.dispose();
});

const THREE = "SELECT number AS n, concat('s', toString(number)) AS s FROM numbers(3)";

async function fetchJson(format: DataFormat): Promise<unknown> {
  const result = await client.query({ query: THREE, format });
  return result.json();
}

describe('documents', () => {
  it('JSON', async () => {
    expect(await fetchJson('JSON')).toMatchObject({
      meta: [
        { name: 'n', type: 'UInt64' },
        { name: 's', type: 'String' },
      ],
      data: [
        { n: 0, s: 's0' },
        { n: 1, s: 's1' },
        { n: 2, s: 's2' },
      ],
      rows: 3,
      statistics: { rows_read: 3 },
    });
  });
  it('JSONStrings', async () => {
    expect(await fetchJson('JSONStrings')).toMatchObject({
      data: [{ n: '0' }, { n: '1' }, { n: '2' }],
    });
  });
  it('JSONCompact', async () => {
    expect(await fetchJson('JSONCompact')).toMatchObject({
      data: [
        [0, 's0'],
        [1, 's1'],
        [2, 's2'],
      ],
      rows: 3,
    });
  });
  it('JSONObjectEachRow', async () => {
    expect(await fetchJson('JSONObjectEachRow')).toEqual({
      row_1: { n: 0, s: 's0' },
      row_2: { n: 1, s: 's1' },
      row_3: { n: 2, s: 's2' },
    });
  });
  it('JSONColumnsWithMetadata', async () => {
    expect(await fetchJson('JSONColumnsWithMetadata')).toMatchObject({ data: { n: [0, 1, 2] } });
  });
});

describe('one row per line', () => {
  const rows = [
    [0, 's0'],
    [1, 's1'],
    [2, 's2'],
  ];
  const strings = [
    ['0', 's0'],
    ['1', 's1'],
    ['2', 's2'],
  ];
  const objects = rows.map(([n, s]) => ({ n, s }));
  const names = ['n', 's'];
  const types = ['UInt64', 'String'];
  const cases: [DataFormat, unknown][] = [
    ['JSONEachRow', objects],
    ['JSONStringsEachRow', objects.map(({ n, s }) => ({ n: String(n), s }))],
    ['JSONCompactEachRow', rows],
    ['JSONCompactStringsEachRow', strings],
    ['JSONCompactEachRowWithNames', [names, ...rows]],
    ['JSONCompactEachRowWithNamesAndTypes', [names, types, ...rows]],
    ['JSONCompactStringsEachRowWithNames', [names, ...strings]],
    ['JSONCompactStringsEachRowWithNamesAndTypes', [names, types, ...strings]],
  ];
  it.each(cases)('%s', async (format, expected) => {
    expect(await fetchJson(format)).toEqual(expected);
  });

  it('JSONEachRowWithProgress gives rows and progress', async () => {
    const lines = (await fetchJson('JSONEachRowWithProgress')) as Record<string, unknown>[];
    expect(lines.filter((line) => 'row' in line)).toEqual(objects.map((row) => ({ row })));
    expect(lines.some((line) => 'progress' in line)).toBe(true);
  });

  it('a header is sent once for any number of blocks, and also without rows', async () => {
    const fetchRows = async (count: number): Promise<unknown[]> => {
      const query = `SELECT number FROM numbers(${count}) SETTINGS max_block_size = 1000`;
      const result = await client.query({ query, format: 'JSONCompactEachRowWithNamesAndTypes' });
      return result.json();
    };
    const many = await fetchRows(50_000);
    expect(many).toHaveLength(50_002);
    expect(many.slice(0, 3)).toEqual([['number'], ['UInt64'], [0]]);
    expect(many.at(-1)).toEqual([49_999]);
    expect(await fetchRows(0)).toEqual([['number'], ['UInt64']]);
  });
});

describe('text and binary', () => {
  const cases: [DataFormat, string][] = [
    ['CSV', '0,"s0"\n1,"s1"\n2,"s2"\n'],
    ['CSVWithNames', '"n","s"\n0,"s0"\n1,"s1"\n2,"s2"\n'],
    ['CSVWithNamesAndTypes', '"n","s"\n"UInt64","String"\n0,"s0"\n1,"s1"\n2,"s2"\n'],
    ['TabSeparated', '0\ts0\n1\ts1\n2\ts2\n'],
    ['TabSeparatedWithNames', 'n\ts\n0\ts0\n1\ts1\n2\ts2\n'],
  ];
  it.each(cases)('%s', async (format, expected) => {
    const result = await client.query({ query: THREE, format });
    expect(await result.text()).toBe(expected);
  });

  it('bytes of Native are unchanged', async () => {
    const { stream } = await client.exec({
      query: 'SELECT toUInt8(number) AS a FROM numbers(3) FORMAT Native',
    });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const expected = [1, 3, 1, 0x61, 5, ...Buffer.from('UInt8'), 0, 1, 2];
    expect([...Buffer.concat(chunks)]).toEqual(expected);
  });
});

it('64-bit integers are exact if they are requested as strings', async () => {
  const result = await client.query({
    query: 'SELECT toUInt64(18446744073709551615) AS big',
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  expect(await result.json()).toEqual([{ big: '18446744073709551615' }]);
});

it('statements other than SELECT return rows too', async () => {
  const ask = async (query: string): Promise<unknown[]> =>
    (await client.query({ query, format: 'JSONEachRow' })).json();
  await client.command({ query: 'CREATE TABLE shapes (a UInt8) ENGINE = Memory' });
  expect(await ask('SHOW TABLES')).toEqual([{ name: 'shapes' }]);
  expect(await ask('EXISTS TABLE shapes')).toEqual([{ result: 1 }]);
  expect(await ask('DESCRIBE TABLE shapes')).toMatchObject([{ name: 'a', type: 'UInt8' }]);
  expect((await ask('EXPLAIN SYNTAX SELECT 1'))[0]).toHaveProperty('explain');
  expect((await ask('SHOW CREATE TABLE shapes'))[0]).toHaveProperty('statement');
  expect(await ask('(SELECT 1 AS a)')).toEqual([{ a: 1 }]);
  expect(await ask('FROM numbers(1) SELECT number')).toEqual([{ number: 0 }]);
  expect(await ask('WITH 1 AS one SELECT one')).toEqual([{ one: 1 }]);
  expect(await ask('SELECT 1 AS format')).toEqual([{ format: 1 }]);
  expect(await ask('SELECT 2 AS a -- a comment at the end')).toEqual([{ a: 2 }]);
  expect(await ask('SELECT 3 AS a;')).toEqual([{ a: 3 }]);
});
