import fc from 'fast-check';
import * as lzString from 'lz-string';
import { InflateError } from './inflate';
import { decompressLz } from './lz-text';

const LIMIT = 1_000_000;

describe('decompressLz', () => {
  it('reads texts that the library writes', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc
        .array(fc.constantFrom('a', 'b', '{"event":', '🌊', '\u0000'), { maxLength: 400 })
        .map((p) => p.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(decompressLz(lzString.compressToBase64(text), LIMIT)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('reads long text, and text in which a URL replaced + with spaces', () => {
    const text = Array.from({ length: 5_000 }, (_, i) => `{"n":${i * 7919}}`).join(',');
    const compressed = lzString.compressToBase64(text);
    expect(compressed).toContain('+');
    expect(decompressLz(compressed.replaceAll('+', ' '), LIMIT)).toBe(text);
  });

  it('stops at the bound', () => {
    const bomb = lzString.compressToBase64('a'.repeat(LIMIT + 1));
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => decompressLz(bomb, LIMIT)).toThrow(
      expect.objectContaining({ reason: 'too_large' }),
    );
  });

  it('returns a text or throws an InflateError for arbitrary input', () => {
    fc.assert(
      fc.property(fc.base64String(), (garbage) => {
        try {
          expect(typeof decompressLz(garbage, 10_000)).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(InflateError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
