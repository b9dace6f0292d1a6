import { mergeSourceOf } from './merge-source';

it.each([
  ['$identify', { $anon_distinct_id: 'a' }, 'a'],
  ['$identify', { $anon_distinct_id: null }, 'null'],
  ['$identify', { $anon_distinct_id: 5 }, '5'],
  ['$identify', { alias: 'a' }, null],
  ['$create_alias', { alias: 'a' }, 'a'],
  ['$create_alias', { alias: {} }, '[object Object]'],
  ['$create_alias', { alias: '' }, null],
  ['$create_alias', { $anon_distinct_id: 'a' }, null],
  ['$merge_dangerously', { alias: 'a' }, 'a'],
  ['other', { alias: 'a', $anon_distinct_id: 'a' }, null],
])('%s %j', (event, properties, source) => {
  expect(mergeSourceOf(event, properties)).toBe(source);
});
