import { csvText, ndjsonText } from './row-text';

describe('CSV', () => {
  const { head, row } = csvText(['event', 'a,b', ''], { escapeFormulas: true });

  it('names its columns', () => {
    expect(head).toBe('event,"a,b",""\r\n');
  });

  it.each<[string, unknown[], string]>([
    ['distinguishes null from an empty text', [null, '', undefined], ',"",'],
    ['spells values as JSON does', [true, 1.5, 1e21], 'true,1.5,1e+21'],
    ['quotes what would break a line', ['a "b"', 'c,d', 'e\r\nf'], '"a ""b""","c,d","e\r\nf"'],
    [
      'writes lists and objects as JSON',
      [[1, 'x'], { a: null }, []],
      '"[1,""x""]","{""a"":null}",[]',
    ],
    [
      'escapes what a spreadsheet would run, and leaves numbers',
      ['=1+1', '@a', '-5', -5, '-5+1', '\t=1'],
      "'=1+1,'@a,-5,-5,'-5+1,'\t=1",
    ],
    ['leaves other text alone', ['ä', " x'", '\\N'], "ä, x',\\N"],
  ])('%s', (_, cells, line) => {
    expect(row(cells)).toBe(`${line}\r\n`);
  });
});

it('NDJSON: an object per line, names once', () => {
  const meta = ['a', '1', '1__2'].map((name) => ({ name, type: 'String' }));
  const { head, row } = ndjsonText(['a', '1', '1'], meta);
  expect(head).toBe('');
  expect(row(['x\n"y"', null, [1]])).toBe('{"a":"x\\n\\"y\\"","1":null,"1__2":[1]}\n');
});
