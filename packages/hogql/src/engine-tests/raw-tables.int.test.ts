import { createIsolatedClickHouse } from '@tidemark/testing';
import { distinctIdRow, eventRow, groupRow, personRow, uuid } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

const ANN = uuid(2_000_001);
const BOB = uuid(2_000_002);

let warehouse: Warehouse;

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({
      event: 'a',
      distinctId: 'ann',
      personId: ANN,
      group0: 'acme',
      personProperties: {
        $initial_utm_source: 'google',
        $initial_utm_medium: 'cpc',
        $initial_referring_domain: 'www.google.com',
      },
    }),
    eventRow({ event: 'b', distinctId: 'bob', personId: BOB }),
  ]);
  await warehouse.insert('person', [
    personRow({ id: ANN, properties: { plan: 'free' }, version: 1 }),
    personRow({
      id: ANN,
      properties: { plan: 'paid', $initial_referring_domain: 'facebook.com' },
      version: 2,
    }),
    personRow({ id: BOB, version: 1 }),
    personRow({ id: BOB, version: 2, deleted: true }),
    personRow({ id: uuid(2_000_003), teamId: 2 }),
  ]);
  const ids = [
    distinctIdRow({ distinctId: 'ann', personId: ANN }),
    distinctIdRow({ distinctId: 'ann-phone', personId: BOB }),
    distinctIdRow({ distinctId: 'ann-phone', personId: ANN, version: 2 }),
    distinctIdRow({ distinctId: 'gone', personId: BOB, version: 3, deleted: true }),
    distinctIdRow({ distinctId: 'elsewhere', personId: ANN, teamId: 2 }),
  ];
  await warehouse.insert('person_distinct_id', ids);
  await warehouse.insert('person_distinct_id_overrides', ids);
  await warehouse.insert('groups', [
    groupRow(0, 'acme', { name: 'Acme', seats: 12 }),
    groupRow(1, 'acme', { name: 'another kind' }),
    groupRow(0, 'other', {}, 2),
  ]);
});

afterAll(() => warehouse.close());

describe('raw tables', () => {
  it('show every stored version of a person', async () => {
    const rows = await warehouse.rows(
      'select id, version, is_deleted from raw_persons order by id, version',
    );
    expect(rows).toEqual([
      [ANN, 1, false],
      [ANN, 2, false],
      [BOB, 1, false],
      [BOB, 2, true],
    ]);
  });

  it.each(['raw_person_distinct_ids', 'raw_person_distinct_id_overrides'])(
    'show every stored version of a distinct id: %s',
    async (table) => {
      const rows = await warehouse.rows(
        `select distinct_id, person_id, version, is_deleted from ${table} order by distinct_id, version`,
      );
      expect(rows).toEqual([
        ['ann', ANN, 1, false],
        ['ann-phone', BOB, 1, false],
        ['ann-phone', ANN, 2, false],
        ['gone', BOB, 3, true],
      ]);
    },
  );

  it('show every stored version of a group', async () => {
    const rows = await warehouse.rows(
      'select index, key, properties.name, is_deleted, version from raw_groups order by index',
    );
    expect(rows).toEqual([
      [0, 'acme', 'Acme', false, 1],
      [1, 'acme', 'another kind', false, 1],
    ]);
  });
});

describe('names of other tables', () => {
  it('joins a person with all its distinct ids', async () => {
    const rows = await warehouse.rows('select id, pdi.distinct_id from persons order by 2');
    expect(rows).toEqual([
      [ANN, 'ann'],
      [ANN, 'ann-phone'],
    ]);
  });

  it('calls groups by the name of their type, on an alias too', async () => {
    const groupTypes = [
      { name: 'organization', index: 0 },
      { name: 'event', index: 1 },
    ];
    const rows = await warehouse.rows(
      `select e.event, organization.properties.name, e.organization.key, goe_0.properties.seats
       from events e order by event`,
      { groupTypes },
    );
    expect(rows).toEqual([
      ['a', 'Acme', 'acme', '12'],
      ['b', null, '', null],
    ]);
  });

  it('types a property of a group by its type’s index, also under its name', async () => {
    const rows = await warehouse.rows(
      'select organization.properties.seats from events where organization.properties.seats > 9',
      {
        groupTypes: [{ name: 'organization', index: 0 }],
        propertyTypes: (owner, key) =>
          owner === 'group_0' && key === 'seats' ? 'Numeric' : undefined,
      },
    );
    expect(rows).toEqual([[12]]);
  });

  it('reads the groups as a system table', async () => {
    const rows = await warehouse.rows(
      'select group_key, group_type_index from system.groups order by 2',
    );
    expect(rows).toEqual([
      ['acme', 0],
      ['acme', 1],
    ]);
  });
});

describe('virtual properties of persons', () => {
  it('are computed from the person as stored on the event', async () => {
    const rows = await warehouse.rows(
      `select event, person.$virt_initial_channel_type,
         person.properties.$virt_initial_referring_domain_type, poe.$virt_initial_channel_type
       from events order by event`,
    );
    expect(rows).toEqual([
      ['a', 'Paid Search', 'Search', 'Paid Search'],
      ['b', 'Unknown', null, 'Unknown'],
    ]);
  });

  it('are computed from the person as it is now', async () => {
    const rows = await warehouse.rows(
      `select properties.$virt_initial_channel_type, $virt_initial_referring_domain_type from persons`,
    );
    expect(rows).toEqual([['Organic Social', 'Social']]);
    const joined = await warehouse.rows(
      `select person.$virt_initial_channel_type from events where event = 'a'`,
      { modifiers: { personsOnEventsMode: 'person_id_override_properties_joined' } },
    );
    expect(joined).toEqual([['Organic Social']]);
  });
});
