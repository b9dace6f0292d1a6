import type { PersonRow } from './identity-types';
import type { PersonEvidence } from './repair-person';
import { doubtfulValues, repairPerson } from './repair-person';

const order = (at: number) => ({ at, captured: at, place: 0 });
const person = (
  properties: Record<string, unknown>,
  firstTouch: PersonRow['firstTouch'] = null,
): PersonRow => ({
  ...{ projectId: 1, id: 'p', isIdentified: true, version: 4, createdAt: new Date(50) },
  properties,
  firstTouch,
});
const evidence = (
  values: Record<string, [at: number, value: unknown]>,
  otherwise: string[] = [],
): PersonEvidence => ({
  first: { order: order(10), uuid: 'first' },
  values: new Map(
    Object.entries(values).map(([key, [at, value]]) => [
      key,
      { order: order(at), text: JSON.stringify(value) },
    ]),
  ),
  otherwise: new Set(otherwise),
});
const always = () => true;
const never = () => false;
const KEY = '$initial_current_url';

it('sets the creation time and first values of a person from its first event', () => {
  const repair = repairPerson(
    person({ [KEY]: '/app', plan: 'pro', $creator_event_uuid: 'later' }),
    evidence({ [KEY]: [10, '/landing'] }),
    always,
  );
  expect(repair).toEqual({
    person: {
      ...person({ [KEY]: '/landing', plan: 'pro', $creator_event_uuid: 'first' }),
      createdAt: new Date(10),
      firstTouch: { base: [10, 10, 0] },
    },
    properties: [KEY, '$creator_event_uuid'],
    isVisible: true,
  });
});

it('changes nothing the second time', () => {
  const given = evidence({ [KEY]: [10, '/landing'], plan: [20, 'x'] });
  const first = repairPerson(person({ [KEY]: '/app', plan: 'y' }), given, always);
  expect(first?.properties).toEqual([KEY, 'plan']);
  expect(repairPerson(first!.person, given, always)).toBeNull();
});

it('adds the times of values that are correct', () => {
  const repair = repairPerson(
    { ...person({ plan: 'x' }), createdAt: new Date(5) },
    evidence({ plan: [20, 'x'] }),
    never,
  );
  expect(repair).toMatchObject({
    isVisible: false,
    properties: [],
    person: { createdAt: new Date(5), firstTouch: { named: [[20, 20, 0, ['plan']]] } },
  });
});

it.each<[string, PersonRow, PersonEvidence, () => boolean]>([
  ['was set by a user', person({ plan: 'x' }), evidence({ plan: [20, 'y'] }), never],
  ['was given by $set', person({ plan: 'x' }), evidence({ plan: [20, 'y'] }, ['plan']), always],
  ['was removed', person({}), evidence({ plan: [20, 'y'] }), always],
  [
    'came from an earlier event that was deleted',
    person({ plan: 'x' }, { named: [[15, 15, 0, ['plan']]] }),
    evidence({ plan: [20, 'y'] }),
    always,
  ],
  [
    'came from another event of the same request',
    person({ plan: 'x' }, { named: [[20, 20, 3, ['plan']]] }),
    evidence({ plan: [20, 'y'] }),
    always,
  ],
])('keeps a value that %s', (_, row, given, isSent) => {
  expect(repairPerson(row, given, isSent)?.person.properties).toEqual(row.properties);
});

it('never makes a person younger', () => {
  const old = { ...person({}), createdAt: new Date(1) };
  expect(repairPerson(old, evidence({}), always)).toBeNull();
});

it('checks values that another event may have set', () => {
  const row = person({ a: 1, b: 2, c: null, d: 4 }, { named: [[1, 1, 0, ['d']]] });
  const given = evidence({ a: [10, 1], b: [10, 3], c: [10, 3], d: [10, 5], e: [10, 5] });
  expect(doubtfulValues(row, given)).toEqual([['b', '2']]);
});
