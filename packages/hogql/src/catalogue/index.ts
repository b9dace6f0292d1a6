import type { CohortEntry } from '../cohorts/cohort-entry';
import { cohortTables } from './cohort-people';
import type { TableDefinition } from './definitions';
import { personDistinctIdOverrides, personDistinctIds } from './distinct-ids';
import { eventsTable } from './events';
import { groupsTable } from './groups';
import { ingestionWarnings } from './ingestion-warnings';
import { persons } from './persons';
import { rawSessionReplayEvents, sessionReplayEventsTable } from './session-replay-events';
import { rawSessions, sessionsTable } from './sessions';
import type { SessionsOptions } from './sessions';

export type Catalogue = ReadonlyMap<string, TableDefinition>;

/** The tables a statement can name. Nothing else exists. */
export function createCatalogue(
  options: SessionsOptions & { readonly cohorts: readonly CohortEntry[] },
): Catalogue {
  const events = eventsTable(options);
  const tables = [
    events,
    persons,
    personDistinctIds,
    personDistinctIdOverrides,
    groupsTable(null),
    sessionReplayEventsTable(events, options),
    rawSessionReplayEvents,
    sessionsTable(options),
    rawSessions,
    ingestionWarnings,
    ...cohortTables(options.cohorts),
  ];
  return new Map(tables.map((table) => [table.name, table]));
}
