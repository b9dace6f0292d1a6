import fc from 'fast-check';
import { mergeSourceOf } from './merge-source';

it.each([
  ['$identify', { $anon_distinct_id: 'a' }, 'a'],
  ['$identify', { $anon_distinct_id: null }, 'null'],
  ['$identify', { $anon_distinct_id: 5 }, '5'],
  ['$identify', { alias: 'a' }, null],
  ['$create_alias', { alias: 'a' }, 'a'],
  ['$create_alias', { alias: {} }, '[object Object]'],
  ['$create_alias', { alias: { toString: 1 } }, '[object Object]'],
  [
    '$create_alias',
    { alias: [{ toString: null, valueOf: 2 }, null, ['a', true]] },
    '[object Object],,a,true',
  ],
  ['$identify', { $anon_distinct_id: { toString: 1 } }, '[object Object]'],
  ['$merge_dangerously', { alias: [{ toString: 1 }] }, '[object Object]'],
  ['$create_alias', { alias: '' }, null],
  ['$create_alias', { $anon_distinct_id: 'a' }, null],
  ['$merge_dangerously', { alias: 'a' }, 'a'],
  ['other', { alias: 'a', $anon_distinct_id: 'a' }, null],
])('%s %j', (event, properties, source) => {
  expect(mergeSourceOf(event, properties)).toBe(source);
});

const asJavaScript: (value: unknown) => string = String;

it('writes any other JSON value as JavaScript does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!/toString|valueOf|__proto__/.test(JSON.stringify(value)));
      expect(mergeSourceOf('$identify', { $anon_distinct_id: value })).toBe(asJavaScript(value));
    }),
  );
});
