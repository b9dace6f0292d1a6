import { aiEventsTable } from './ai-events';
import type { CohortEntry } from './cohort-people';
import { cohortTables } from './cohort-people';
import type { TableDefinition } from './definitions/table-definition';
import { eventsTable } from './events';
import type { EventsOptions, GroupTypeName } from './events';
import { groupsTable, rawGroups, systemGroups } from './groups';
import { ingestionWarnings } from './ingestion-warnings';
import { consoleLogs, logEntries } from './log-entries';
import {
  personDistinctIdOverrides,
  personDistinctIds,
  persons,
  rawPersonDistinctIdOverrides,
  rawPersonDistinctIds,
  rawPersons,
} from './persons/persons';
import { queryLog } from './query-log';
import { rawSessionReplayEventsTable, sessionReplayEventsTable } from './session-replay-events';
import { rawSessions, sessionsTable } from './sessions';
import { telemetryTables } from './telemetry';
import type { WarehouseEntry } from './warehouse-tables';
import { withChannelRules } from './channel-ruled';
import type { ChannelRule } from './channels/channel-rules';
import { warehouseTable } from './warehouse-tables';

export type Catalogue = ReadonlyMap<string, TableDefinition>;

/** The tables that a statement can name. */
export function createCatalogue(
  options: EventsOptions & {
    readonly cohorts: readonly CohortEntry[];
    readonly warehouse: readonly WarehouseEntry[];
    readonly channelRules: readonly ChannelRule[];
  },
): Catalogue {
  const events = eventsTable(options);
  const tables = [
    events,
    persons,
    rawPersons,
    personDistinctIds,
    rawPersonDistinctIds,
    personDistinctIdOverrides,
    rawPersonDistinctIdOverrides,
    groupsTable(null),
    systemGroups,
    rawGroups,
    sessionReplayEventsTable(events, options),
    rawSessionReplayEventsTable(events, options),
    sessionsTable(options),
    rawSessions,
    { ...rawSessions, name: 'raw_sessions_v3' },
    logEntries,
    consoleLogs,
    ...telemetryTables(options),
    aiEventsTable(events),
    ingestionWarnings,
    queryLog,
    ...cohortTables(options.cohorts),
  ];
  // The tables of HogQL come last, so that no table of a project can replace one.
  return new Map(
    [
      ...options.warehouse.map(warehouseTable),
      ...withChannelRules(tables, options.channelRules),
    ].map((table) => [table.name, table]),
  );
}

/** The tables that every project has; the group types are the only data of the project. */
export function builtInCatalogue(groupTypes: readonly GroupTypeName[] = []): Catalogue {
  return createCatalogue({
    mode: 'person_id_override_properties_on_events',
    groupTypes,
    cohorts: [],
    warehouse: [],
    channelRules: [],
  });
}
