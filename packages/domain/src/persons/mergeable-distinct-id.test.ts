import { isMergeableDistinctId } from './mergeable-distinct-id';

it.each([
  ...['anonymous', 'ANONYMOUS', 'Guest', 'distinctid', 'distinct_id', 'id', 'not_authenticated'],
  ...['email', 'undefined', 'True', 'FALSE', '[object Object]', 'NaN', 'None', 'none', 'null', '0'],
  ...['"guest"', "'null'", '"0"', '', '   ', '\t\n', 'a\0b', 'x'.repeat(401), '🌊'.repeat(401)],
])('rejects %j', (id) => expect(isMergeableDistinctId(id)).toBe(false));

it.each([
  ...['user', 'NULL', 'nan', 'NONE', '00', 'guests', "'guest", 'x'.repeat(400), '🌊'.repeat(400)],
  ...['[Object object]', 'user@example.com'],
])('accepts %j', (id) => expect(isMergeableDistinctId(id)).toBe(true));
