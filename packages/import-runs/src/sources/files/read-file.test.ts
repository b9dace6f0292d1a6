import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { SourceFile } from '@tidemark/warehouse';
import { formatOf, readFile } from './read-file';

it.each([
  ['a.jsonl', 'json-lines'],
  ['a.NDJSON.gz', 'json-lines'],
  ['a.json.br', 'json-lines'],
  ['a.csv.gzip', 'csv'],
  ['2026-01-01-2026-01-02.parquet.zst', 'parquet'],
  ['a.parquet.sz', 'parquet'],
  ['a.parquet', 'parquet'],
  ['a.jsonl.zst', null],
  ['START-20260101T000000Z-backfill_manifest.json', null],
  ['a_manifest.xml', null],
  ['a.zst', null],
])('knows the format of %s', (name, format) => {
  expect(formatOf(name)).toBe(format);
});

it.each<[string, Buffer, object[]]>([
  ['mark.jsonl', Buffer.from('\uFEFF{"n":1}\r\n\r\n{"n":2}\r\n'), [{ n: 1 }, { n: 2 }]],
  ['utf16.jsonl', Buffer.from('\uFEFF{"n":"ä"}\n{"n":2}', 'utf16le'), [{ n: 'ä' }, { n: 2 }]],
  ['utf16.jsonl.gz', gzipSync(Buffer.from('\uFEFF{"n":1}', 'utf16le')), [{ n: 1 }]],
  ['cells.tsv', Buffer.from('a\tb\n1\t2\n'), [{ a: '1', b: '2' }]],
  ['twice.csv', Buffer.from('a,a,a_2\n1,2,3\n'), [{ a: '1', a_2: '2', a_2_2: '3' }]],
  ['empty.csv', Buffer.from(''), []],
])('reads the text of %s', async (name, bytes, expected) => {
  expect(await recordsOf(name, bytes, 0)).toEqual(expected);
});

it('continues within UTF-16', async () => {
  const bytes = Buffer.from('\uFEFF{"n":"ä"}\n{"n":2}\n', 'utf16le');
  expect(await recordsOf('a.jsonl', bytes, Buffer.byteLength('{"n":"ä"}\n'))).toEqual([{ n: 2 }]);
});

it.each<[string, Buffer, string]>([
  [
    'a.jsonl',
    Buffer.from('{"n":"ü"}\n{"n":2}\n', 'latin1'),
    'a line of a.jsonl is not valid UTF-8',
  ],
  ['a.json', Buffer.from('[{"n":1}]\n{"n":2}\n'), 'a line of a.json is a JSON array'],
  ['a.csv', Buffer.from('n\n"1" 2\n2\n'), 'text follows a closing quote'],
])('reports an unreadable record of %s, and reads the next one', async (name, bytes, reason) => {
  const [first, second] = await recordsOf(name, bytes, 0);
  expect(Object.values(first as object)).toEqual([expect.stringContaining(reason)]);
  expect(Number((second as { n: unknown }).n)).toBe(2);
});

const LINES = '{"n":1}\n{"n":2}\n';

it.each([
  ['lines.jsonl', Buffer.from(LINES)],
  ['lines.jsonl.gz', gzipSync(LINES)],
  ['lines.jsonl.br', brotliCompressSync(LINES)],
])('reads %s, and from a place inside of it', async (name, bytes) => {
  expect(await recordsOf(name, bytes, 0)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await recordsOf(name, bytes, LINES.length / 2)).toEqual([{ n: 2 }]);
});

it.each([
  ['cut.jsonl.gz', gzipSync(LINES).subarray(0, -9)],
  ['damaged.jsonl.gz', Buffer.concat([gzipSync(LINES).subarray(0, 12), Buffer.alloc(20, 7)])],
  ['cut.jsonl.br', brotliCompressSync(LINES.repeat(100)).subarray(0, 20)],
  ['plain.csv.br', Buffer.from('a,b\n1,2\n')],
])('reports that %s is damaged', async (name, bytes) => {
  await expect(recordsOf(name, bytes, 0)).rejects.toThrow(`${name} cannot be unpacked`);
});

async function recordsOf(name: string, bytes: Buffer, from: number) {
  const file: SourceFile = {
    name,
    size: () => Promise.resolve(bytes.length),
    read: (range) => {
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end);
      return Promise.resolve(Readable.from([part], { objectMode: false }));
    },
  };
  const format = formatOf(name);
  if (format === null) throw new Error(`${name} has no format`);
  const records: unknown[] = [];
  for await (const page of readFile(file, format, from)) records.push(...page.records);
  return records;
}
