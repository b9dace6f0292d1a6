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
  ['a_manifest.xml', null],
  ['a.zst', null],
])('knows the format of %s', (name, format) => {
  expect(formatOf(name)).toBe(format);
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
