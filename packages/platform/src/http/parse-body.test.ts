import fc from 'fast-check';
import { ApiError } from './api-error';
import { nestsDeeperThan } from './json-depth';
import { MAX_JSON_DEPTH, parseBody } from './parse-body';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('parseBody', () => {
  it.each([
    ['application/json', '{"a":[1,"b"]}', { a: [1, 'b'] }],
    ['Application/JSON; charset=utf-8', '[]', []],
    [undefined, '{"a":1}', { a: 1 }],
    [undefined, '', {}],
    ['text/plain', '', {}],
    ['application/x-www-form-urlencoded', 'a=1&b=x%20y', { a: '1', b: 'x y' }],
  ])('reads %s %s', (type, text, value) => {
    expect(parseBody(bytes(text), type)).toEqual(value);
  });

  it.each(['{not json', '"', '{"a":}', 'NaN', '{} {}'])('rejects %s as JSON', (text) => {
    const parse = () => parseBody(bytes(text), 'application/json');
    expect(parse).toThrow(ApiError);
    expect(parse).toThrow(/^JSON parse error - /);
  });

  it('rejects invalid UTF-8 and unsupported types', () => {
    expect(() => parseBody(Buffer.from([0x22, 0xff, 0x22]), 'application/json')).toThrow('UTF-8');
    expect(() => parseBody(bytes('<a/>'), 'text/xml')).toThrow(
      'Unsupported media type "text/xml" in request.',
    );
  });

  it('rejects nesting that is too deep for recursive functions', () => {
    const nested = (depth: number) => bytes('['.repeat(depth) + ']'.repeat(depth));
    expect(parseBody(nested(MAX_JSON_DEPTH), undefined)).toBeInstanceOf(Array);
    expect(() => parseBody(nested(MAX_JSON_DEPTH + 1), undefined)).toThrow('nested deeper');
    expect(() => parseBody(nested(1_000_000), undefined)).toThrow('nested deeper');
  });

  it('returns a value or an ApiError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('application/json', undefined), (body, type) => {
        try {
          parseBody(body, type);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
    );
  });
});

describe('nestsDeeperThan', () => {
  it('agrees with the depth of the parsed value', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
        : 0;
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(6), (value, limit) => {
        const json = JSON.stringify(value);
        expect(nestsDeeperThan(json, limit)).toBe(depthOf(JSON.parse(json)) > limit);
      }),
    );
  });
});
