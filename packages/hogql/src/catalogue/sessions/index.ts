import { call } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { FieldDefinition, Fields, TableDefinition } from '../definitions/table-definition';
import { personDistinctIds } from '../persons/persons';
import { personIdOf } from '../persons/person-id';
import type { PersonsOnEventsMode } from '../persons/person-id';
import { attributionFields } from './attribution';
import { behaviourFields } from './behaviour';
import { replayFields } from './has-replay';
import { computed, merged } from './merged';

export { rawSessions } from './raw-sessions';

/** The number of seconds after which a session with one page is not a bounce, unless the query sets it. */
const BOUNCE_SECONDS = 10;

export interface SessionsOptions {
  readonly mode: PersonsOnEventsMode;
  readonly bounceRateDurationSeconds?: number | undefined;
}

const idText = (hidden: boolean): FieldDefinition =>
  computed(['session_id_v7'], 'String', (id) => call('toString', id), { hidden });

/**
 * The person of a session is the current person of its newest distinct id. Overrides cannot be used: they are deleted
 * after they are written into the events, and aggregated rows cannot be rewritten. Personless events keep the id they
 * were written with.
 */
function personFields(mode: PersonsOnEventsMode): Fields {
  return {
    distinct_id: merged('argMaxMerge', 'distinct_id', typeOf('String')),
    person_id: personIdOf(mode, { own: 'session_person_id', winner: 'pdi' }),
    session_person_id: merged('argMaxMerge', 'person_id', typeOf('UUID'), true),
    pdi: {
      kind: 'join',
      table: personDistinctIds,
      left: ['distinct_id'],
      right: 'distinct_id',
      hidden: true,
    },
  };
}

/**
 * One row per session, merged from the rows that inserts wrote to `raw_sessions`
 * (`docs/wire/capture-storage.md#session-rows`).
 */
export function sessionsTable(options: SessionsOptions): TableDefinition {
  return {
    name: 'sessions',
    physical: 'raw_sessions',
    fields: {
      session_id: idText(false),
      id: idText(true),
      session_id_v7: {
        kind: 'column',
        column: 'session_id_v7',
        type: typeOf('UUID'),
        hidden: true,
      },
      team_id: merged('any', 'team_id', typeOf('Integer'), true),
      session_timestamp: merged('min', 'session_timestamp', typeOf('DateTime')),
      ...personFields(options.mode),
      ...behaviourFields(options.bounceRateDurationSeconds ?? BOUNCE_SECONDS),
      ...attributionFields,
      ...replayFields,
    },
    latest: null,
    groupBy: ['session_id_v7'],
    time: {
      column: 'session_timestamp',
      fields: ['session_timestamp', '$start_timestamp', '$end_timestamp'],
      slackDays: 3,
    },
  };
}

/**
 * The lazy join, named `session`, of a table with session ids: at most one session per row.
 *
 * @param left path of the table's own session id as UUID (null where there is none)
 * @param time path of the table's time: bounds on it hold for the joined sessions too
 */
export function sessionJoin(
  options: SessionsOptions,
  left: readonly string[],
  time: string,
): FieldDefinition {
  return {
    kind: 'join',
    table: sessionsTable(options),
    left,
    right: 'session_id_v7',
    time,
    hidden: true,
  };
}
