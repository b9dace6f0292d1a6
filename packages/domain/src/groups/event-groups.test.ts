import { groupIdentifyOf, groupsOf } from './event-groups';

it.each([
  [
    { $groups: { company: 'c1', n: 5 } },
    [
      ['company', 'c1'],
      ['n', '5'],
    ],
  ],
  [{ $groups: ['company'] }, []],
  [{ $groups: { a: '', b: null, c: {}, d: 'x'.repeat(401) } }, []],
  [{}, []],
])('groups of %j', (properties, groups) => {
  expect(groupsOf(properties).map(({ groupType, groupKey }) => [groupType, groupKey])).toEqual(
    groups,
  );
});

const named = { $group_type: 'company', $group_key: 'c1' };
it.each([
  [
    { ...named, $group_set: { a: 1 } },
    { kind: 'group', group: { groupType: 'company', groupKey: 'c1', set: { a: 1 } } },
  ],
  [
    { ...named, $group_set: null },
    { kind: 'group', group: { groupType: 'company', groupKey: 'c1', set: {} } },
  ],
  [{ ...named, $group_set: 'x' }, { kind: 'invalid_set' }],
  [{ $group_type: 'company' }, { kind: 'none' }],
])('group written by %j', (properties, reading) => {
  expect(groupIdentifyOf(properties)).toEqual(reading);
});
