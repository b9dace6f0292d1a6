import { aiEventsTable } from './ai-events';
import type { Catalogue, CatalogueEntry } from './catalogue';
import { catalogueOf } from './catalogue';
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

export type { Catalogue } from './catalogue';

/** The tables that a statement can name. */
export function createCatalogue(
  options: EventsOptions & {
    readonly cohorts: readonly CohortEntry[];
    readonly warehouse: readonly WarehouseEntry[];
    readonly channelRules: readonly ChannelRule[];
  },
): Catalogue {
  // The tables of HogQL come last, so that no table of a project can replace one.
  const entries = [...options.warehouse.map(warehouseTable), ...hogqlTables(options)];
  const { channelRules } = options;
  if (channelRules.length === 0) return catalogueOf(entries);
  return catalogueOf(withChannelRules(catalogueOf(entries).values(), channelRules));
}

function hogqlTables(
  options: EventsOptions & { readonly cohorts: readonly CohortEntry[] },
): readonly CatalogueEntry[] {
  const events = once(() => eventsTable(options));
  return [
    { name: 'events', make: events },
    persons,
    rawPersons,
    personDistinctIds,
    rawPersonDistinctIds,
    personDistinctIdOverrides,
    rawPersonDistinctIdOverrides,
    allGroups,
    systemGroups,
    rawGroups,
    { name: 'session_replay_events', make: () => sessionReplayEventsTable(events(), options) },
    {
      name: 'raw_session_replay_events',
      make: () => rawSessionReplayEventsTable(events(), options),
    },
    { name: 'sessions', make: () => sessionsTable(options) },
    rawSessions,
    rawSessionsV3,
    logEntries,
    consoleLogs,
    ...telemetryTables(options),
    { name: 'ai_events', make: () => aiEventsTable(events()) },
    ingestionWarnings,
    queryLog,
    ...cohortTables(options.cohorts),
  ];
}

const allGroups = groupsTable(null);
const rawSessionsV3: TableDefinition = { ...rawSessions, name: 'raw_sessions_v3' };

function once(make: () => TableDefinition): () => TableDefinition {
  let made: TableDefinition | undefined;
  return () => (made ??= make());
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
