import { saveSightings } from '@tidemark/postgres';
import type { Database, PropertySighting } from '@tidemark/postgres';
import { createIsolatedDatabase } from '@tidemark/testing';
import { createPropertyTypeLookup } from './property-type-lookup';

let database: Database;
beforeAll(async () => {
  database = await createIsolatedDatabase();
});
afterAll(() => database.close());

const define = (...properties: PropertySighting[]): Promise<void> =>
  saveSightings(database, { events: [], properties, eventProperties: [] }, new Date());

it('returns keys by owner, without those that queries cannot read, and separates projects', async () => {
  await define(
    { projectId: 1, owner: 'event', name: 'x', propertyType: 'Numeric' },
    { projectId: 1, owner: 'group_3', name: 'x', propertyType: 'Boolean' },
    { projectId: 1, owner: 'session', name: 'x', propertyType: 'Numeric' },
    { projectId: 1, owner: 'event', name: 'untyped', propertyType: null },
    { projectId: 1, owner: 'event', name: 'd', propertyType: 'Duration' },
  );
  const find = createPropertyTypeLookup(database);
  const found = await find(1, ['x', 'untyped', 'd', 'unknown']);
  expect(new Set(found)).toEqual(
    new Set([
      { owner: 'event', name: 'x', type: 'Numeric' },
      { owner: 'group_3', name: 'x', type: 'Boolean' },
    ]),
  );
  expect(await find(2, ['x'])).toEqual([]);
});

it('sees a change at once, of known and of new properties', async () => {
  const find = createPropertyTypeLookup(database);
  expect(await find(3, ['y'])).toEqual([]);
  await define({ projectId: 3, owner: 'event', name: 'y', propertyType: 'Numeric' });
  expect(await find(3, ['y'])).toMatchObject([{ type: 'Numeric' }]);
  await database.db
    .updateTable('property_definitions')
    .set({ property_type: 'String' })
    .where('project_id', '=', 3)
    .execute();
  expect(await find(3, ['y', 'z'])).toMatchObject([{ type: 'String' }]);
});

it('returns many names', async () => {
  const names = Array.from({ length: 500 }, (_, i) => `many ${i}`);
  const owner = 'event' as const;
  const propertyType = 'Boolean' as const;
  await define(...names.map((name) => ({ projectId: 4, owner, name, propertyType })));
  expect(await createPropertyTypeLookup(database)(4, names)).toHaveLength(500);
});
