import type { EventDeletionPhase, EventDeletionState } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { EventDeletionTable } from '../schema';
import { fieldTable, json, own } from '../field-table';

/** A deletion of events of a project by filter; it is a draft until a user confirms it. */
export interface EventDeletion {
  /** UUID. */
  readonly id: string;
  readonly projectId: number;
  readonly events: readonly string[];
  readonly dateFrom: Date | null;
  readonly dateTo: Date | null;
  /** Property filters; null if there are none. */
  readonly properties: unknown;
  /** HogQL. */
  readonly condition: string | null;
  /** The number of events that matched in the preview. */
  readonly count: number;
  readonly firstTimestamp: Date | null;
  readonly lastTimestamp: Date | null;
  /** Events that were stored later are not deleted. */
  readonly storedUntil: Date;
  readonly status: Exclude<EventDeletionState, 'expired'>;
  readonly phase: EventDeletionPhase | null;
  readonly found: number | null;
  readonly deleted: number;
  /** The text that users see. */
  readonly error: string | null;
  readonly createdById: number | null;
  readonly confirmedById: number | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** The stored fields of a deletion. */
export const EVENT_DELETION_FIELDS = fieldTable<EventDeletion, EventDeletionTable>()({
  id: own('id'),
  projectId: own('project_id'),
  events: 'events',
  dateFrom: 'date_from',
  dateTo: 'date_to',
  properties: json('properties'),
  condition: 'condition',
  count: own('count'),
  firstTimestamp: own('first_timestamp'),
  lastTimestamp: own('last_timestamp'),
  storedUntil: own('stored_until'),
  status: own('status'),
  phase: own('phase'),
  found: own('found'),
  deleted: own('deleted'),
  error: own('error'),
  createdById: own('created_by_id'),
  confirmedById: own('confirmed_by_id'),
  createdAt: own('created_at'),
  confirmedAt: own('confirmed_at'),
  finishedAt: own('finished_at'),
});

export function toEventDeletion(row: Selectable<EventDeletionTable>): EventDeletion {
  return EVENT_DELETION_FIELDS.fromRow(row);
}
