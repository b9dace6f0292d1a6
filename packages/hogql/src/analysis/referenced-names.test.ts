import { parseSelect } from '../syntax/parser';
import { referencedNames } from './referenced-names';

it.each([
  ['select properties.a from events', ['a']],
  ['select e.properties.a.b, person.properties.c from events e', ['properties', 'a', 'b', 'c']],
  ["select properties['odd key'] from events", ['odd key']],
  ['select p.a from (select properties as p from events)', ['a']],
  ['select event from events', []],
  ["select 'a' from events where event in ('b', 'c')", []],
  [
    'with x as (select properties.a from events) select 1 from x union all select group_0.properties.b from events',
    ['a', 'properties', 'b'],
  ],
])('%s names %j', (statement, names) => {
  expect(referencedNames(parseSelect(statement))).toEqual(names);
});
