import { gzipSync } from 'node:zlib';
import type { WarehouseFormat } from '@tidemark/contracts';
import fc from 'fast-check';
import { WarehouseSourceError } from '../errors';
import { findColumns } from '../load/find-columns';
import { readCells } from '../load/read-cells';
import { toColumns } from '../schema/columns';
import { bufferedFile, openUploaded } from '../sources/uploaded';

const options = { csvQuotes: true };
const limits = { maxRows: 1_000, maxBytes: 10_000_000 };

/** The columns with their types, and the stored rows by column name. */
async function read(format: WarehouseFormat, content: string | Buffer, changed: object = {}) {
  const source = openUploaded(bufferedFile(Buffer.from(content)));
  const found = await findColumns(source, format, options);
  const columns = toColumns(found);
  const rows: unknown[] = [];
  const given = { format, options, columns, limits, ...changed };
  for await (const cells of readCells(source, given)) {
    const row = JSON.parse(cells) as Record<string, string>;
    rows.push(Object.fromEntries(columns.map(({ name, key }) => [name, row[key] ?? null])));
  }
  return { types: Object.fromEntries(found.map(({ name, type }) => [name, type])), rows };
}

it('reads CSV with names: quotes, line breaks in cells, a byte order mark, NULLs', async () => {
  const csv = '\uFEFFid,name,at\r\n1,"a ""b""\n,c",2024-01-01\r\n2,\\N,\r\n';
  expect(await read('CSVWithNames', csv)).toEqual({
    types: { id: 'integer', name: 'string', at: 'date' },
    rows: [
      { id: '1', name: 'a "b"\n,c', at: '2024-01-01' },
      { id: '2', name: null, at: null },
    ],
  });
});

it('reads CSV without names as c1, c2 …', async () => {
  expect(await read('CSV', '1,x\n2,y')).toEqual({
    types: { c1: 'integer', c2: 'string' },
    rows: [
      { c1: '1', c2: 'x' },
      { c1: '2', c2: 'y' },
    ],
  });
});

it('reads a file with only a header as a table without rows', async () => {
  expect(await read('CSVWithNames', 'a,b\n')).toEqual({
    types: { a: 'string', b: 'string' },
    rows: [],
  });
});

it('reads JSON lines: types, nested values, numbers beyond a double, keys that only some rows have', async () => {
  const lines = [
    '{"id": 12345678901234567890, "n": 1, "deep": {"a": [1, 90071992547409931]}, "ok": true}',
    '',
    '{"n": 1.5, "late": "2024-01-01T00:00:00Z", "text": "12345678901234567890"}',
  ].join('\n');
  expect(await read('JSONEachRow', lines)).toEqual({
    types: {
      id: 'integer',
      n: 'float',
      deep: 'string',
      ok: 'boolean',
      late: 'datetime',
      text: 'string',
    },
    rows: [
      {
        id: '12345678901234567890',
        n: '1',
        deep: '{"a":[1,"90071992547409931"]}',
        ok: 'true',
        late: null,
        text: null,
      },
      {
        id: null,
        n: '1.5',
        deep: null,
        ok: null,
        late: '2024-01-01T00:00:00Z',
        text: '12345678901234567890',
      },
    ],
  });
});

it('decompresses gzip', async () => {
  const { rows } = await read('CSVWithNames', gzipSync('a\n1\n'));
  expect(rows).toEqual([{ a: '1' }]);
});

it.each<[string, WarehouseFormat, string | Buffer, object, RegExp]>([
  ['an empty file', 'CSVWithNames', '', {}, /empty/],
  ['a file without rows', 'JSONEachRow', '\n\n', {}, /no rows/],
  ['a row with too many columns', 'CSVWithNames', 'a,b\n1,2,3\n', {}, /Row 2 .* 3 columns, not 2/],
  ['a quote without an end', 'CSVWithNames', 'a,b\n"1,2\n', {}, /not valid CSV/],
  ['invalid JSON', 'JSONEachRow', '{"a":1}\n{a:1}\n', {}, /Line 2 is not valid JSON/],
  ['JSON that is not an object', 'JSONEachRow', '[1]', {}, /Line 1 is not a JSON object/],
  [
    'a broken archive',
    'CSVWithNames',
    gzipSync('a\n1\n').subarray(0, 20),
    {},
    /damaged|broken|stopped/,
  ],
  ['too many rows', 'CSV', '1\n2\n3\n', { limits: { ...limits, maxRows: 2 } }, /more than 2 rows/],
  [
    'an archive that becomes too large',
    'CSV',
    gzipSync(`${'1'.repeat(999)}\n`.repeat(6_000)),
    { limits: { ...limits, maxRows: 1e9, maxBytes: 1_048_576 } },
    /larger than 1 MB/,
  ],
  ['one endless row', 'JSONEachRow', `{"a":"${'x'.repeat(5_000_000)}"}`, {}, /row is longer/],
  ['one endless CSV row', 'CSV', 'x'.repeat(5_000_000), {}, /longer than/],
  ['too many columns', 'CSV', ','.repeat(600), {}, /more than 500 columns/],
])('rejects %s with its reason', async (_, format, content, changed, reason) => {
  const failure = await read(format, content, changed).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WarehouseSourceError);
  expect((failure as Error).message).toMatch(reason);
});

it('returns all texts that were written as CSV', async () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/[\0\r]/.test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      async (rows) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const csv = `a,b\n${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`;
        const result = await read('CSVWithNames', csv);
        const expected = (text: string) => (text === '' || text === '\\N' ? null : text);
        expect(result.rows).toEqual(rows.map(([a, b]) => ({ a: expected(a), b: expected(b) })));
      },
    ),
    { numRuns: 50 },
  );
});
