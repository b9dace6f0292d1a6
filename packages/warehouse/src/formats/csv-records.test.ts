import type { CsvReading } from './csv-records';
import { csvRecords, tolerantCsvRecords } from './csv-records';

/** Splits the bytes into chunks of one to a few bytes, so that each boundary occurs. */
async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

async function read(text: string | Buffer, reading: CsvReading = {}, size = 7) {
  const records: unknown[] = [];
  for await (const some of tolerantCsvRecords(chunksOf(Buffer.from(text), size), reading)) {
    records.push(...some);
  }
  return records;
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('tolerant reading', () => {
  it.each([1, 2, 3, 7, 1_000])(
    'continues after invalid records, in chunks of %p bytes',
    async (size) => {
      expect(await read('a,"b" c\r\n\r\nd,"e\nf",g\nh,"i\nj,k\n', {}, size)).toEqual([
        { problem: 'text follows a closing quote', row: 1 },
        ['d', 'e\nf', 'g'],
        { problem: 'a quote is never closed', row: 4 },
        ['j', 'k'],
      ]);
    },
  );

  it.each([1, 2, 3, 5, 1_000])(
    'reads UTF-16 and UTF-8 with a mark, in chunks of %p bytes',
    async (size) => {
      expect(await read(utf16('ä,€\n😀,b\n'), {}, size)).toEqual([
        ['ä', '€'],
        ['😀', 'b'],
      ]);
      expect(await read(utf16('ä,b\n').swap16(), {}, size)).toEqual([['ä', 'b']]);
      expect(await read('\uFEFF"ä",b\n', {}, size)).toEqual([['ä', 'b']]);
      expect(await read('a', {}, size)).toEqual([['a']]);
      expect(await read('', {}, size)).toEqual([]);
    },
  );

  it('reads other encodings and delimiters on request', async () => {
    const bytes = Buffer.from('Müller;"a;b"\n', 'latin1');
    expect(await read(bytes, { delimiter: ';', encoding: 'windows-1252' })).toEqual([
      ['Müller', 'a;b'],
    ]);
  });

  it('reports text of another encoding, but not a replacement character of the text itself', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n'), Buffer.from('ü,c\n', 'latin1')]);
    expect(await read(bytes)).toEqual([
      ['a', 'b'],
      { problem: 'there is text that is not utf-8', row: 2 },
    ]);
    expect(await read('\uFFFD,c\n', {}, 1_000)).toEqual([['\uFFFD', 'c']]);
  });

  it('reports a record that is too long, and needs no memory for the rest of its line', async () => {
    async function* long(): AsyncGenerator<Buffer> {
      yield Buffer.from('a,b\n"');
      for (let count = 0; count < 100; count += 1) {
        yield await Promise.resolve(Buffer.alloc(100_000, 'x'));
      }
      yield Buffer.from('\nc,d\n');
    }
    const records: unknown[] = [];
    for await (const some of tolerantCsvRecords(long(), {})) records.push(...some);
    expect(records).toEqual([
      ['a', 'b'],
      { problem: 'the record is longer than 4194304 characters', row: 2 },
      ['c', 'd'],
    ]);
  });
});

it('strict reading names the row of an invalid record', async () => {
  const reading = async () => {
    for await (const _ of csvRecords(chunksOf(Buffer.from('a\n\nb,"c" d\n'), 3), true)) continue;
  };
  await expect(reading).rejects.toThrow(
    'The file is not valid CSV: in row 3 text follows a closing quote.',
  );
});
