import type { EventDeletionPhase, EventDeletionState } from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, Timestamp } from './columns';

export interface EventDeletionTable {
  id: Generated<string>;
  project_id: number;
  events: string[];
  date_from: Timestamp | null;
  date_to: Timestamp | null;
  properties: Json<unknown>;
  condition: string | null;
  count: ColumnType<number, number, number>;
  first_timestamp: Timestamp | null;
  last_timestamp: Timestamp | null;
  stored_until: Timestamp;
  status: ColumnType<
    Exclude<EventDeletionState, 'expired'>,
    Exclude<EventDeletionState, 'expired'> | undefined,
    Exclude<EventDeletionState, 'expired'>
  >;
  phase: EventDeletionPhase | null;
  position: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  found: ColumnType<number | null, number | null | undefined, number | null>;
  deleted: ColumnType<number, number | undefined, number>;
  error: string | null;
  lease: string | null;
  lease_until: Timestamp | null;
  created_by_id: number | null;
  confirmed_by_id: number | null;
  created_at: CreatedAt;
  confirmed_at: Timestamp | null;
  finished_at: Timestamp | null;
}

/** The table of deletions of events. */
export interface EventDeletionsTables {
  event_deletions: EventDeletionTable;
}
