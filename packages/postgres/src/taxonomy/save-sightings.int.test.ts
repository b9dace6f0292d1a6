import { createIsolatedDatabase } from '@tidemark/testing';
import type { Database } from '../database';
import { findPropertyTypes } from './find-property-types';
import type { PropertySighting } from './save-sightings';
import { saveSightings } from './save-sightings';

const AT = new Date('2026-01-15T10:00:00Z');
let database: Database;

beforeAll(async () => {
  database = await createIsolatedDatabase();
});
afterAll(() => database.close());

const save = (properties: readonly PropertySighting[], seenAt = AT) =>
  saveSightings(
    database,
    {
      events: [{ projectId: 1, name: 'e' }],
      properties,
      eventProperties: properties.map(({ projectId, name }) => ({
        projectId,
        event: 'e',
        property: name,
      })),
    },
    seenAt,
  );

it('distinguishes the same name by owner and by project', async () => {
  const owners = ['event', 'person', 'group_0', 'group_4', 'session'] as const;
  await save([
    ...owners.map((owner) => ({
      projectId: 1,
      owner,
      name: 'x',
      propertyType: 'Numeric' as const,
    })),
    { projectId: 2, owner: 'event', name: 'x', propertyType: 'Boolean' },
    { projectId: 1, owner: 'event', name: 'untyped', propertyType: null },
  ]);
  const found = await findPropertyTypes(database, 1, ['x', 'untyped', 'unknown']);
  expect(found.map(({ owner }) => owner).sort()).toEqual([...owners].sort());
  expect(new Set(found.map(({ propertyType }) => propertyType))).toEqual(new Set(['Numeric']));
  expect(await findPropertyTypes(database, 2, ['x'])).toEqual([
    { owner: 'event', name: 'x', propertyType: 'Boolean' },
  ]);
});

it('moves last_seen_at forward only', async () => {
  const seenAt = async () =>
    (
      await database.db
        .selectFrom('event_definitions')
        .select('last_seen_at')
        .where('project_id', '=', 1)
        .executeTakeFirstOrThrow()
    ).last_seen_at;
  const later = new Date('2026-01-15T12:00:00Z');
  await save([], later);
  await save([], AT);
  expect(await seenAt()).toEqual(later);
});

it('lets many workers save the same definitions in any order', async () => {
  const all: readonly PropertySighting[] = Array.from({ length: 200 }, (_, i) => ({
    projectId: 3,
    owner: 'event',
    name: `p${i}`,
    propertyType: 'String',
  }));
  await Promise.all([all, all.toReversed(), all, all.toReversed()].map((part) => save(part)));
  const names = all.map(({ name }) => name);
  expect(await findPropertyTypes(database, 3, names)).toHaveLength(200);
});
