import type { TableDefinition } from './definitions';
import { personDistinctIdOverrides, personDistinctIds } from './distinct-ids';
import { eventsTable } from './events';
import type { PersonsOnEventsMode } from './events';
import { groups } from './groups';
import { persons } from './persons';
import { rawSessionReplayEvents, sessionReplayEventsTable } from './session-replay-events';

export type Catalogue = ReadonlyMap<string, TableDefinition>;

/** The tables a statement can name. Nothing else exists. */
export function createCatalogue(mode: PersonsOnEventsMode): Catalogue {
  const events = eventsTable(mode);
  const tables = [
    events,
    persons,
    personDistinctIds,
    personDistinctIdOverrides,
    groups,
    sessionReplayEventsTable(events),
    rawSessionReplayEvents,
  ];
  return new Map(tables.map((table) => [table.name, table]));
}
