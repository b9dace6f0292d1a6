import { call, column, number, text } from '../clickhouse-sql/build';
import { typeOf } from '../types/value-type';
import type { FieldDefinition, Fields, TableDefinition } from './definitions/table-definition';
import { field, path } from './definitions/fields';
import { consoleLogs } from './log-entries';
import { personDistinctIds } from './persons/persons';
import { sessionJoin } from './sessions';
import type { SessionsOptions } from './sessions';

const PHYSICAL = 'session_replay_events';

/** Columns that are counted per stored message and summed per session. */
const COUNTERS = [
  'click_count',
  'keypress_count',
  'mouse_activity_count',
  'active_milliseconds',
  'console_log_count',
  'console_warn_count',
  'console_error_count',
  'size',
  'event_count',
  'message_count',
] as const;

const stored = (name: string) => column('t', name);
const BEGIN = stored('min_first_timestamp');

function aggregate(
  name: string,
  type: ReturnType<typeof typeOf>,
  ...args: readonly ReturnType<typeof stored>[]
): FieldDefinition {
  return { kind: 'aggregate', expr: call(name, ...args), type };
}

/** Zero, because snapshots are not stored. */
const retention: FieldDefinition = {
  kind: 'aggregate',
  expr: number(0),
  type: typeOf('Integer'),
};

/** Null for ids that are not UUIDs: they have no session. */
const sessionUuid: FieldDefinition = {
  kind: 'computed',
  reads: [['session_id']],
  type: typeOf('UUID', true),
  build: ([id]) => {
    if (!id) throw new Error('session_id_uuid needs a column');
    return call('accurateCastOrNull', id, text('UUID'));
  },
  hidden: true,
};

/** The recorded person: the current person of the distinct id. */
const person: Fields = {
  pdi: {
    kind: 'join',
    table: personDistinctIds,
    left: ['distinct_id'],
    right: 'distinct_id',
    hidden: true,
  },
  person: { ...path(['pdi', 'person']), hidden: true },
  person_id: { ...path(['pdi', 'person_id']), hidden: true },
};

/** The tables that a recording joins. There may be several events and console messages per recording. */
function related(events: TableDefinition, options: SessionsOptions, time: string): Fields {
  return {
    ...person,
    events: {
      kind: 'join',
      table: events,
      left: ['session_id'],
      right: '$session_id',
      hidden: true,
    },
    properties: { ...path(['events', 'properties']), hidden: true },
    console_logs: {
      kind: 'join',
      table: consoleLogs,
      left: ['session_id'],
      right: 'log_source_id',
      hidden: true,
    },
    session_id_uuid: sessionUuid,
    session: sessionJoin(options, ['session_id_uuid'], time),
  };
}

/**
 * Session recordings, one row per session (`docs/wire/hogql-tables.md#session-replay-events`).
 *
 * @param events the events table of the same catalogue; joining it yields a row per event.
 */
export function sessionReplayEventsTable(
  events: TableDefinition,
  options: SessionsOptions,
): TableDefinition {
  return {
    name: 'session_replay_events',
    physical: PHYSICAL,
    fields: {
      session_id: field('session_id', 'String'),
      team_id: { ...aggregate('any', typeOf('Integer'), stored('team_id')), hidden: true },
      distinct_id: aggregate('argMin', typeOf('String'), stored('distinct_id'), BEGIN),
      start_time: aggregate('min', typeOf('DateTime'), BEGIN),
      end_time: aggregate('max', typeOf('DateTime'), stored('max_last_timestamp')),
      first_url: aggregate('argMin', typeOf('String', true), stored('first_url'), BEGIN),
      all_urls: aggregate('groupUniqArrayArray', typeOf('Array'), stored('all_urls')),
      ...Object.fromEntries(
        COUNTERS.map((name) => [name, aggregate('sum', typeOf('Integer'), stored(name))]),
      ),
      snapshot_source: aggregate('argMin', typeOf('String'), stored('snapshot_source'), BEGIN),
      snapshot_library: aggregate('argMin', typeOf('String'), stored('snapshot_library'), BEGIN),
      retention_period_days: retention,
      ...related(events, options, 'start_time'),
    },
    latest: null,
    groupBy: ['session_id'],
  };
}

/** Session recordings as stored, one row per message of an SDK. */
export function rawSessionReplayEventsTable(
  events: TableDefinition,
  options: SessionsOptions,
): TableDefinition {
  return {
    name: 'raw_session_replay_events',
    physical: PHYSICAL,
    fields: {
      session_id: field('session_id', 'String'),
      team_id: field('team_id', 'Integer', true),
      distinct_id: field('distinct_id', 'String'),
      min_first_timestamp: field('min_first_timestamp', 'DateTime'),
      max_last_timestamp: field('max_last_timestamp', 'DateTime'),
      first_url: { kind: 'column', column: 'first_url', type: typeOf('String', true) },
      all_urls: field('all_urls', 'Array'),
      ...Object.fromEntries(COUNTERS.map((name) => [name, field(name, 'Integer')])),
      snapshot_source: field('snapshot_source', 'String'),
      snapshot_library: field('snapshot_library', 'String'),
      _timestamp: field('inserted_at', 'DateTime'),
      ...related(events, options, 'min_first_timestamp'),
    },
    latest: null,
  };
}
