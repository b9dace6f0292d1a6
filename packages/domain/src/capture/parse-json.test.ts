import { CaptureError } from './capture-error';
import { MAX_JSON_DEPTH, parseJson } from './parse-json';

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

describe('parseJson', () => {
  it('accepts nesting up to the limit, and not one level more', () => {
    const text = nested(MAX_JSON_DEPTH);
    expect(JSON.stringify(parseJson(text))).toBe(text);
    expect(() => parseJson(nested(MAX_JSON_DEPTH + 1))).toThrow(CaptureError);
  });

  it('does not count brackets inside texts', () => {
    const value = { text: `"\\${'[{'.repeat(200)}` };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });

  it('counts levels, not brackets', () => {
    const flat = Array.from({ length: 500 }, () => [{}]);
    expect(parseJson(JSON.stringify(flat))).toEqual(flat);
  });
});
