import * as fc from 'fast-check';
import {
  exactJson,
  hasLostDigits,
  parseDocument,
  parseExactly,
  parseStored,
  storedJson,
  WideInteger,
} from '.';

const WIDE = '[18446744073709551615,-9223372036854775808,{"a":[12345678901234567890123]}]';

describe('exact JSON', () => {
  it('returns all digits of an integer', () => {
    expect(exactJson(parseExactly(WIDE))).toBe(WIDE);
    expect(exactJson(parseDocument(WIDE))).toBe(WIDE);
  });

  it('keeps integers as numbers if they are exact', () => {
    const text =
      '[9007199254740991,-9007199254740991,0,1.5,1234567890123456.5,1e400,12345678901234567e2]';
    expect(parseExactly(text)).toEqual(JSON.parse(text));
  });

  it('does not change digits in texts', () => {
    const text = JSON.stringify(['12345678901234567890', 'a"b\\', ' ,12345678901234567890,', '\\']);
    expect(parseExactly(text)).toEqual(JSON.parse(text));
  });

  it('reads any JSON like JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(JSON.parse(exactJson(parseExactly(text))))).toBe(
          JSON.stringify(JSON.parse(text)),
        );
      }),
    );
  });

  it('is unchanged after it is stored and read', () => {
    const value = parseExactly(WIDE);
    expect(storedJson(value).startsWith('!')).toBe(true);
    expect(exactJson(parseStored(storedJson(value)))).toBe(WIDE);
    expect(parseStored(storedJson({ a: '!' }))).toEqual({ a: '!' });
  });

  it('recognises values that have lost digits', () => {
    expect(hasLostDigits({ a: [1, 2 ** 53] })).toBe(true);
    expect(hasLostDigits({ a: [1, 2 ** 53 - 1, 0.1, null, 'x', NaN] })).toBe(false);
  });

  it('compares like the rounded number', () => {
    const wide = new WideInteger('9007199254740993');
    expect(Number(wide)).toBe(9007199254740992);
    expect(String(wide)).toBe('9007199254740993');
  });
});
