import { createIsolatedClickHouse } from '@tidemark/testing';
import type { PersonsOnEventsMode } from '../catalogue/persons/person-id';
import { distinctIdRow, eventRow, groupRow, personRow, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const ANN = uuid(2_000_001);
const ANONYMOUS = uuid(2_000_002);
const GONE = uuid(2_000_003);

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: '1', distinctId: 'ann', personId: ANN, personProperties: { plan: 'free' } }),
    eventRow({
      event: '2',
      distinctId: 'cookie',
      personId: ANONYMOUS,
      personProperties: { plan: 'none' },
      group0: 'acme',
    }),
  ]);
  await warehouse.insert('person', [
    personRow({ id: ANN, properties: { plan: 'free', email: 'old@x' }, version: 1 }),
    personRow({ id: ANN, properties: { plan: 'paid' }, version: 2 }),
    personRow({ id: ANONYMOUS, version: 1 }),
    personRow({ id: ANONYMOUS, version: 2, deleted: true }),
    personRow({ id: GONE, version: 1, deleted: true }),
  ]);
  await warehouse.insert('person_distinct_id', [
    distinctIdRow({ distinctId: 'ann', personId: ANN }),
    distinctIdRow({ distinctId: 'cookie', personId: ANONYMOUS }),
    distinctIdRow({ distinctId: 'cookie', personId: ANN, version: 2 }),
    distinctIdRow({ distinctId: 'gone', personId: GONE, version: 3, deleted: true }),
  ]);
  await warehouse.insert('groups', [
    groupRow(0, 'acme', { name: 'Acme' }),
    groupRow(1, 'acme', { name: 'another kind' }),
  ]);
});

afterAll(() => warehouse.close());

describe('persons', () => {
  it('shows the newest version, in which a removed key is NULL, and no deleted groups', async () => {
    expect(
      await warehouse.rows('select id, properties.plan, properties.email from persons'),
    ).toEqual([[ANN, 'paid', null]]);
  });

  it('selects only visible fields with an asterisk', async () => {
    expect(await warehouse.rows('select * from persons')).toEqual([
      [ANN, '2024-01-01 00:00:00.000', '{"plan":"paid"}', true],
    ]);
  });

  it('selects the columns of a joined table with an asterisk', async () => {
    const joined = "from events where event = '1'";
    expect(await warehouse.rows(`select person.* ${joined}`)).toEqual([
      [ANN, '2024-01-01 00:00:00.000', '{"plan":"free"}'],
    ]);
    expect(
      await warehouse.rows(
        `select e.pdi.person.* exclude (created_at) from events e where event = '1'`,
      ),
    ).toEqual([[ANN, '{"plan":"paid"}', true]]);
    expect(await warehouse.rows(`select event, pdi.* ${joined}`)).toEqual([['1', 'ann', ANN]]);
  });

  it('shows the current person of each distinct id', async () => {
    const rows = await warehouse.rows(
      'select distinct_id, person_id, person.properties.plan from person_distinct_ids order by distinct_id',
    );
    expect(rows).toEqual([
      ['ann', ANN, 'paid'],
      ['cookie', ANN, 'paid'],
    ]);
  });
});

describe('the person of an event', () => {
  const SOURCE =
    'select event, person_id, person.id, person.properties.plan, poe.properties.plan, pdi.person_id from events order by event';

  it('follows a merge at once', async () => {
    expect(await warehouse.rows('select uniq(person_id) from events')).toEqual([[2]]);
    await warehouse.insert('person_distinct_id_overrides', [
      distinctIdRow({ distinctId: 'cookie', personId: ANN }),
    ]);
    expect(await warehouse.rows('select uniq(person_id), count() from events')).toEqual([[1, 2]]);
  });

  it.each<[PersonsOnEventsMode, unknown[][]]>([
    [
      'person_id_override_properties_on_events',
      [
        ['1', ANN, ANN, 'free', 'free', ANN],
        ['2', ANN, ANN, 'none', 'none', ANN],
      ],
    ],
    [
      'person_id_no_override_properties_on_events',
      [
        ['1', ANN, ANN, 'free', 'free', ANN],
        ['2', ANONYMOUS, ANONYMOUS, 'none', 'none', ANN],
      ],
    ],
    [
      'person_id_override_properties_joined',
      [
        ['1', ANN, ANN, 'paid', 'free', ANN],
        ['2', ANN, ANN, 'paid', 'none', ANN],
      ],
    ],
    [
      'disabled',
      [
        ['1', ANN, ANN, 'paid', 'free', ANN],
        ['2', ANN, ANN, 'paid', 'none', ANN],
      ],
    ],
  ])('in mode %s', async (personsOnEventsMode, expected) => {
    expect(await warehouse.rows(SOURCE, { modifiers: { personsOnEventsMode } })).toEqual(expected);
  });

  it('joins persons explicitly', async () => {
    const rows = await warehouse.rows(
      "select e.event, p.properties.plan from events e left join persons p on e.person_id = p.id where p.properties.plan = 'paid' order by e.event",
    );
    expect(rows).toEqual([
      ['1', 'paid'],
      ['2', 'paid'],
    ]);
  });

  it('tests membership in persons', async () => {
    const rows = await warehouse.rows(
      "select count() from events where person_id in (select id from persons where properties.plan = 'paid')",
    );
    expect(rows).toEqual([[2]]);
  });
});

describe('groups', () => {
  it('joins the group of the right kind', async () => {
    const rows = await warehouse.rows(
      'select event, group_0.key, group_0.properties.name from events order by event',
    );
    expect(rows).toEqual([
      ['1', '', null],
      ['2', 'acme', 'Acme'],
    ]);
  });
});
