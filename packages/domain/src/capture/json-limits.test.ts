import fc from 'fast-check';
import { jsonSize, requireJsonWithin } from './json-limits';

const UNLIMITED = { maxValues: Infinity, maxEvents: Infinity };
const size = (text: string, limits = UNLIMITED) => jsonSize(Buffer.from(text), limits);

/** The number of values in a parsed document, including the document. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, child) => sum + valuesOf(child), 1);
}
const emptyContainers = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const children: readonly unknown[] = Object.values(value);
  return children.reduce(
    (sum: number, child) => sum + emptyContainers(child),
    children.length === 0 ? 1 : 0,
  );
};

describe('jsonSize', () => {
  it('counts every value of any document, an empty container twice', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(size(text).values).toBe(valuesOf(value) + emptyContainers(value));
      }),
    );
  });

  it.each<[string, string, number]>([
    ['the elements of an array', '[{"a":[1,2,3]},{},{}]', 3],
    ['the elements of an array in the root object', '{"api_key":"a,b","batch":[{},{}],"c":1}', 2],
    ['the elements of the longest of several arrays', '{"a":[1],"batch":[1,2,3,4],"b":[1,2]}', 4],
    ['the elements of an array with an escaped name', '{"\\u0062atch":[1,2,3]}', 3],
    ['not the elements of a deeper array', '{"properties":{"list":[1,2,3]}}', 0],
    ['none', '{"event":"[1,2,3]\\"[1,2"}', 0],
    ['the elements before the end of an invalid text', '[1,2,3', 3],
  ])('counts as events %s', (_, text, events) => {
    expect(size(text).events).toBe(events);
  });

  it('does not count brackets and commas in strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(size(JSON.stringify([text, { [text]: text }])).values).toBe(4);
      }),
    );
  });

  it('stops at one more than a limit', () => {
    const many = `[${'0,'.repeat(1_000_000)}0]`;
    expect(size(many, { maxValues: 10, maxEvents: Infinity }).values).toBe(11);
    expect(size(many, { maxValues: Infinity, maxEvents: 10 }).events).toBe(11);
    expect(size('['.repeat(1_000_000), { ...UNLIMITED, maxValues: 10 }).values).toBe(11);
  });
});

describe('requireJsonWithin', () => {
  const limits = { maxValues: 40, maxEvents: 10 };
  const check = (text: string) => () => requireJsonWithin(Buffer.from(text), limits);

  it('rejects a text with too many values or events', () => {
    expect(check(`{"batch":[${'{},'.repeat(10)}{}]}`)).toThrow('a body may hold 10 events');
    expect(check(`{"a":{"b":[${'1,'.repeat(40)}1]}}`)).toThrow('a body may hold 40 JSON values');
    expect(check(`{"batch":[${'1,'.repeat(9)}1]}`)).not.toThrow();
  });

  it('does not reject a text because of its length', () => {
    expect(check(JSON.stringify('x'.repeat(100_000)))).not.toThrow();
  });

  it('rejects every document with too many values, however short', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        if (valuesOf(value) <= limits.maxValues) return;
        expect(check(JSON.stringify(value))).toThrow('a body may hold');
      }),
    );
  });
});
