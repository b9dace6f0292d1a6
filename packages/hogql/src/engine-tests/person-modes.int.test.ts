import { createIsolatedClickHouse } from '@tidemark/testing';
import type { PersonsOnEventsMode } from '../catalogue/persons/person-id';
import { distinctIdRow, eventRow, groupRow, personRow, sessionId, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const ANN = uuid(2_000_001);
const COOKIE = uuid(2_000_002);
/** A person without distinct ids and properties: only the event has its id. */
const PERSONLESS = uuid(2_000_003);
const SESSION = sessionId('2024-03-01 10:00:00');

const MODES: readonly PersonsOnEventsMode[] = [
  'disabled',
  'person_id_no_override_properties_on_events',
  'person_id_override_properties_on_events',
  'person_id_override_properties_joined',
];

let warehouse: Warehouse;

const ANNS_EVENT = eventRow({
  uuid: uuid(1),
  event: 'a',
  distinctId: 'ann',
  personId: ANN,
  personProperties: { plan: 'free' },
  group0: 'acme',
  sessionId: SESSION,
});

const rows = (
  source: string,
  personsOnEventsMode: PersonsOnEventsMode,
  personsJoinMode?: 'inner' | 'left',
): Promise<readonly unknown[][]> =>
  warehouse.rows(source, { modifiers: { personsOnEventsMode, personsJoinMode } });

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    ANNS_EVENT,
    eventRow({
      uuid: uuid(2),
      event: 'b',
      distinctId: 'cookie',
      personId: COOKIE,
      personProperties: { plan: 'none' },
    }),
    eventRow({ uuid: uuid(3), event: 'c', distinctId: 'passer-by', personId: PERSONLESS }),
  ]);
  // The event `ANNS_EVENT` again: a repeated insert, until the engine has merged the parts.
  await warehouse.insert('events', [ANNS_EVENT]);
  await warehouse.command('OPTIMIZE TABLE events FINAL');
  // Several versions of every table that can be joined, each in a separate part.
  for (const version of [1, 2, 3]) {
    const plan = ['free', 'trial', 'paid'][version - 1];
    await warehouse.insert('person', [
      personRow({ id: ANN, properties: { plan }, version }),
      personRow({ id: COOKIE, version, deleted: version === 3 }),
    ]);
    await warehouse.insert('groups', [
      { ...groupRow(0, 'acme', { name: `Acme ${version}` }), version },
    ]);
    const moved = distinctIdRow({
      distinctId: 'cookie',
      personId: version === 1 ? COOKIE : ANN,
      version,
    });
    await warehouse.insert('person_distinct_id', [
      distinctIdRow({ distinctId: 'ann', personId: ANN, version }),
      moved,
    ]);
    if (version > 1) await warehouse.insert('person_distinct_id_overrides', [moved]);
  }
});

afterAll(() => warehouse.close());

describe('who an event’s person is, and what is known of them', () => {
  const SOURCE =
    'select event, person_id, person.id, person.properties.plan from events order by event';

  it.each<[PersonsOnEventsMode, unknown[][]]>([
    [
      'disabled',
      [
        ['a', ANN, ANN, 'paid'],
        ['b', ANN, ANN, 'paid'],
      ],
    ],
    [
      'person_id_no_override_properties_on_events',
      [
        ['a', ANN, ANN, 'free'],
        ['b', COOKIE, COOKIE, 'none'],
        ['c', PERSONLESS, PERSONLESS, null],
      ],
    ],
    [
      'person_id_override_properties_on_events',
      [
        ['a', ANN, ANN, 'free'],
        ['b', ANN, ANN, 'none'],
        ['c', PERSONLESS, PERSONLESS, null],
      ],
    ],
    [
      'person_id_override_properties_joined',
      [
        ['a', ANN, ANN, 'paid'],
        ['b', ANN, ANN, 'paid'],
        ['c', PERSONLESS, uuid(0).replace('4000-8000', '0000-0000'), null],
      ],
    ],
  ])('%s', async (mode, expected) => {
    expect(await rows(SOURCE, mode)).toEqual(expected);
  });

  it('leaves out unknown persons when persons are joined with `inner`', async () => {
    const joined = 'person_id_override_properties_joined';
    const source =
      'select event from events where person.properties.plan is not distinct from person.properties.plan order by 1';
    expect(await rows(source, joined, 'inner')).toEqual([['a'], ['b']]);
    expect(await rows(source, joined, 'left')).toEqual([['a'], ['b'], ['c']]);
    expect(await rows('select count() from events', joined, 'inner')).toEqual([[3]]);
  });
});

describe.each(MODES)('every event counts once with every join: %s', (mode) => {
  it.each([
    ['select count(), uniq(uuid) from events', [3, 3]],
    [
      'select count() from (select uuid, group_0.key from events where group_0.properties.name is null or 1 = 1)',
      [3],
    ],
    ["select count() from events where group_0.properties.name = 'Acme 3'", [1]],
    ['select count() from events where override.person_id is not null', [3]],
    ['select sum(session.$pageview_count) + count() from events', [3]],
    [
      "select count() from events where event in ('a', 'b') and person.properties.plan is not null",
      [2],
    ],
    ['select count() from events e join events f on e.uuid = f.uuid', [3]],
    ["select count() from events where pdi.distinct_id != 'x' and pdi.person.id is not null", [2]],
    ['select count() from events e join persons p on e.pdi.person_id = p.id', [2]],
    ['select count(), count(distinct id) from persons', [1, 1]],
    ['select count() from person_distinct_ids', [2]],
    ['select count() from persons where pdi.distinct_id is not null', [2]],
    ["select count() from sessions where distinct_id = 'ann'", [1]],
  ])('%s', async (source, expected) => {
    expect(await rows(source, mode)).toEqual([expected]);
  });

  it('counts persons after the merge', async () => {
    const merged =
      { disabled: 1, person_id_no_override_properties_on_events: 3 }[mode as string] ?? 2;
    expect(await rows('select count(distinct person_id) from events', mode)).toEqual([[merged]]);
  });
});
