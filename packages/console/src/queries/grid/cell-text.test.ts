import { cellText, copyText, looksStructured, structureOf, tsvOf, unfolds } from './cell-text';

describe('text of cells', () => {
  it('copies objects as JSON and null as an empty text', () => {
    expect(copyText({ a: [1] })).toBe('{"a":[1]}');
    expect(copyText(null)).toBe('');
    expect(copyText(0)).toBe('0');
  });

  it('shortens long text and shows it in one line', () => {
    expect(cellText('a\nb')).toBe('a b');
    expect(cellText('x'.repeat(1_000))).toHaveLength(301);
  });

  it('parses JSON text only in columns of type json', () => {
    expect(structureOf('{"a":1}', 'json')).toEqual({ a: 1 });
    expect(structureOf('{"a":1}', 'text')).toBeUndefined();
    expect(structureOf('{broken', 'json')).toBeUndefined();
    expect(unfolds('short', 'auto')).toBe(false);
    expect(unfolds(['a'], 'auto')).toBe(true);
  });

  it('recognises an object or list by its first character, without parsing it', () => {
    expect(looksStructured(' {"a":1', 'json')).toBe(true);
    expect(looksStructured('"text"', 'json')).toBe(false);
    expect(looksStructured('{"a":1}', 'text')).toBe(false);
    expect(looksStructured([1], 'auto')).toBe(true);
    expect(looksStructured(null, 'json')).toBe(false);
  });

  it('quotes tabs, line ends and quotes in TSV', () => {
    expect(
      tsvOf([
        ['a\tb', 'say "x"'],
        [1, null],
      ]),
    ).toBe('"a\tb"\t"say ""x"""\n1\t');
  });
});
