import type { TableDefinition } from './definitions';
import { personDistinctIdOverrides, personDistinctIds } from './distinct-ids';
import { eventsTable } from './events';
import type { PersonsOnEventsMode } from './events';
import { groups } from './groups';
import { persons } from './persons';

export type Catalogue = ReadonlyMap<string, TableDefinition>;

/** The tables a statement can name. Nothing else exists. */
export function createCatalogue(mode: PersonsOnEventsMode): Catalogue {
  const tables = [eventsTable(mode), persons, personDistinctIds, personDistinctIdOverrides, groups];
  return new Map(tables.map((table) => [table.name, table]));
}
