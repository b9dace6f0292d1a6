import { createLogger } from '@tidemark/platform';
import { createIsolatedStores } from '@tidemark/testing';
import type { ClickHouse } from '..';
import { BinaryWriter, createClickHouse } from '..';

let clickhouse: ClickHouse;

beforeAll(async () => {
  const { clickhouse: url } = await createIsolatedStores();
  clickhouse = createClickHouse({ url, logger: createLogger('test', 'silent') });
  await clickhouse.command(`
    CREATE TABLE kept (n Int64, u UUID, t DateTime64(6, 'UTC'), s String, b Bool, d JSON)
    ENGINE = MergeTree ORDER BY n`);
});
afterAll(() => clickhouse.close());

const COLUMNS = ['n', 'u', 't', 's', 'b', 'd'];
const UUID = '0192a3b4-c5d6-7e8f-9a0b-1c2d3e4f5061';
const STRAY = 'a\ud83d';
const TIME = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

function write(
  writer: BinaryWriter,
  row: { n: number; text?: string; json?: string; time?: number },
): void {
  writer.int64(row.n);
  writer.uuid(UUID);
  writer.int64((row.time ?? TIME) * 1_000);
  writer.string(row.text ?? '');
  writer.bool(row.n > 0);
  writer.string(row.json ?? '{}');
}

it('stores the written values', async () => {
  const texts = [
    '',
    'ä\0\n\n;🌊',
    'x'.repeat(127),
    'y'.repeat(128),
    'z'.repeat(100_000),
    'ä'.repeat(64),
    '€'.repeat(43),
    '🌊'.repeat(5_462),
    'a\ud83d',
  ];
  const numbers = [
    0,
    -1,
    2 ** 40,
    -(2 ** 40),
    5,
    6,
    7,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ];
  const writer = new BinaryWriter();
  texts.forEach((text, i) => write(writer, { n: numbers[i] ?? 0, text }));
  await clickhouse.insertRowBinary('kept', writer.bytes(), { columns: COLUMNS });
  const { rows } = await clickhouse.query({
    name: 'kept',
    sql: 'SELECT toString(n), u, toString(t), s, b FROM kept ORDER BY n',
  });
  const expected = texts
    .map((text, i) => ({ n: numbers[i] ?? 0, text }))
    .sort((a, b) => a.n - b.n)
    .map(({ n, text }) => [
      String(n),
      UUID,
      '2026-01-02 03:04:05.678000',
      text === STRAY ? 'a\uFFFD' : text,
      n > 0,
    ]);
  expect(rows).toEqual(expected);
});

it('writes many strings like one after the other', () => {
  const texts = ['', 'a', 'x'.repeat(127), 'y'.repeat(128), 'ä', '🌊', STRAY, 'z'.repeat(20_000)];
  const many = Array.from({ length: 500 }, (_, index) =>
    index % 70 < 64 ? `text ${index}` : (texts[index % texts.length] ?? ''),
  );
  const one = new BinaryWriter();
  for (const text of many) one.string(text);
  const all = new BinaryWriter(1);
  all.strings(many);
  expect(all.bytes().equals(one.bytes())).toBe(true);
});

it('rejects a UUID in another form', () => {
  const writer = new BinaryWriter();
  expect(() => writer.uuid(UUID.replaceAll('-', ''))).toThrow(RangeError);
  expect(() => writer.uuid(UUID.replace('0', 'g'))).toThrow(RangeError);
  expect(writer.length).toBe(0);
});

it('keeps times at both ends of what the column holds', async () => {
  const writer = new BinaryWriter();
  write(writer, { n: 101, time: Date.UTC(1900, 0, 1) });
  write(writer, { n: 102, time: Date.UTC(2300, 0, 1) - 1 });
  await clickhouse.insertRowBinary('kept', writer.bytes(), { columns: COLUMNS });
  const { rows } = await clickhouse.query({
    name: 'times',
    sql: 'SELECT toString(t) FROM kept WHERE n > 100 AND n < 103 ORDER BY n',
  });
  expect(rows).toEqual([['1900-01-01 00:00:00.000000'], ['2299-12-31 23:59:59.999000']]);
});

it('makes of JSON text what JSONEachRow makes of it', async () => {
  const documents = [
    '{"d":"2024-01-01","t":"2024-01-01T10:00:00.123Z","n":"123"}',
    '{"a.b":1,"a":{"b":2}}',
    '{"i":9007199254740991,"f":1.5,"e":1e+300,"neg":-9223372036854775808,"u":18446744073709551615}',
    '{"l":[1,"x",null,2.5,true,{"k":1},[1,[2]]]}',
    '{"":1,"a\\"b":2,"a`b":3,"höhe 🌊":4,"a%2Eb":8,"__proto__":10}',
    '{"x":1,"x":2}',
    `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  ];
  const writer = new BinaryWriter();
  documents.forEach((json, i) => write(writer, { n: 200 + i, json }));
  await clickhouse.insertRowBinary('kept', writer.bytes(), { columns: COLUMNS });
  const lines = documents.map((json, i) => `{"n":${300 + i},"d":${json}}`);
  await clickhouse.insertJsonEachRow('kept', Buffer.from(lines.join('\n')));
  const read = async (from: number): Promise<unknown[]> =>
    (
      await clickhouse.query({
        name: 'documents',
        sql: `SELECT toJSONString(d), toString(JSONAllPathsWithTypes(d)) FROM kept
          WHERE n >= ${from} AND n < ${from + 100} ORDER BY n`,
      })
    ).rows;
  const stored = await read(200);
  expect(stored).toHaveLength(documents.length);
  expect(stored).toEqual(await read(300));
});

it('stores nothing of a batch with a bad row, and says what it is', async () => {
  const writer = new BinaryWriter();
  write(writer, { n: 401 });
  write(writer, { n: 402, json: '{"a":' });
  const insert = clickhouse.insertRowBinary('kept', writer.bytes(), { columns: COLUMNS });
  await expect(insert).rejects.toMatchObject({ code: 117 });
  const { rows } = await clickhouse.query({
    name: 'count',
    sql: 'SELECT count() FROM kept WHERE n IN (401, 402)',
  });
  expect(rows).toEqual([[0]]);
});
