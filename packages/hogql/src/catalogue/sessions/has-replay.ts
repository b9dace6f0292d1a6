import { call } from '../../clickhouse-sql/build';
import { typeOf } from '../../types/value-type';
import type { Fields, TableDefinition } from '../definitions/table-definition';
import { field } from '../definitions/fields';

/** The sessions that have a recording, one row each. */
const recordedSessions: TableDefinition = {
  name: 'recorded_sessions',
  physical: 'session_replay_events',
  fields: { session_id: field('session_id', 'String') },
  latest: null,
  groupBy: ['session_id'],
};

/** Whether a session was recorded; recordings are read only if a statement uses the field. */
export const replayFields: Fields = {
  recording: {
    kind: 'join',
    table: recordedSessions,
    left: ['session_id'],
    right: 'session_id',
    hidden: true,
  },
  $has_replay_events: {
    kind: 'computed',
    reads: [['recording', 'session_id']],
    type: typeOf('Boolean'),
    build: ([recorded]) => {
      if (!recorded) throw new Error('$has_replay_events needs a column');
      return call('notEmpty', recorded);
    },
  },
};
