import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { SourceFile } from '@tidemark/warehouse';
import type { FilePage } from './read-file';
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
  ['a.json', Buffer.from('[{"n"},{"n":2}]'), 'a value of a.json is not valid JSON'],
  ['a.json', Buffer.from('[7 , {"n":2}]'), 'a value of a.json is not a JSON object'],
  ['a.json', Buffer.from('["{", {"n":2}]'), 'a value of a.json is not a JSON object'],
  ['a.json', Buffer.from('[{"n":"ü"},{"n":2}]', 'latin1'), 'a value of a.json is not valid UTF-8'],
  ['a.csv', Buffer.from('n\n"1" 2\n2\n'), 'text follows a closing quote'],
])('reports an unreadable record of %s, and reads the next one', async (name, bytes, reason) => {
  const [first, second] = await recordsOf(name, bytes, 0);
  expect(Object.values(first as object)).toEqual([expect.stringContaining(reason)]);
  expect(Number((second as { n: unknown }).n)).toBe(2);
});

it('names the Parquet file that is damaged', async () => {
  await expect(recordsOf('day-7.parquet', Buffer.from('PAR1 is not all'), 0)).rejects.toThrow(
    'day-7.parquet cannot be read: The file is not valid Parquet.',
  );
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

const VALUES = [
  { n: 1, text: '}]" \\ [{ü' },
  { n: 2, list: [{ deep: { er: [] } }, '\\"'] },
  { n: 3, empty: {} },
];

describe('a JSON array', () => {
  it.each<[string, Buffer]>([
    ['plain.json', Buffer.from(JSON.stringify(VALUES))],
    ['pretty.json', Buffer.from(` \n${JSON.stringify(VALUES, null, 2)}\n`)],
    ['mark.json', Buffer.from(`\uFEFF${JSON.stringify(VALUES)}`)],
    ['plain.json.gz', gzipSync(JSON.stringify(VALUES, null, '\t'))],
    ['plain.json.br', brotliCompressSync(JSON.stringify(VALUES))],
    ['utf16.json', Buffer.from(`\uFEFF${JSON.stringify(VALUES)}`, 'utf16le')],
    [
      'several.jsonl',
      Buffer.from(
        `[${JSON.stringify(VALUES[0])}]\n[]\n[\n${JSON.stringify(VALUES[1])},\n${JSON.stringify(VALUES[2])}]`,
      ),
    ],
  ])('is read from %s, in pieces of any size, and from each value', async (name, bytes) => {
    for (const size of [1, 2, 7, 1_000_000]) {
      const pages = await pagesOf(name, bytes, 0, size);
      expect(pages.flatMap(({ records }) => records)).toEqual(VALUES);
      let count = 0;
      for (const { records, next } of pages) {
        count += records.length;
        expect(await recordsOf(name, bytes, next)).toEqual(VALUES.slice(count));
      }
    }
  });

  it('of which the end is missing has an invalid last value', async () => {
    const cut = Buffer.from(JSON.stringify(VALUES)).subarray(0, -8);
    expect(await recordsOf('cut.json', cut, 0)).toEqual([
      ...VALUES.slice(0, 2),
      { '\u0000unreadable': 'a value of cut.json is not valid JSON' },
    ]);
  });

  it('with a value that has no end is not held in memory', async () => {
    const endless = Buffer.concat([Buffer.from('[{"n":"'), Buffer.alloc(9 * 1024 * 1024, 'x')]);
    await expect(pagesOf('a.json', endless, 0, 65_536)).rejects.toThrow('is longer than 8 MB');
  });

  it('that is empty has no values', async () => {
    expect(await recordsOf('a.json', Buffer.from(' [ ] \n'), 0)).toEqual([]);
  });
});

async function recordsOf(name: string, bytes: Buffer, from: number) {
  const pages = await pagesOf(name, bytes, from);
  return pages.flatMap(({ records }) => records);
}

async function pagesOf(name: string, bytes: Buffer, from: number, pieceBytes = bytes.length) {
  const file: SourceFile = {
    name,
    size: () => Promise.resolve(bytes.length),
    read: (range) => {
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end);
      const count = Math.ceil(part.length / Math.max(1, pieceBytes));
      const pieces = Array.from({ length: count }, (_, index) =>
        part.subarray(index * pieceBytes, (index + 1) * pieceBytes),
      );
      return Promise.resolve(Readable.from(pieces, { objectMode: false }));
    },
  };
  const format = formatOf(name);
  if (format === null) throw new Error(`${name} has no format`);
  const pages: FilePage[] = [];
  for await (const page of readFile(file, format, from)) pages.push(page);
  return pages;
}
