import type { History } from '../activity-log/history';
import type { EventDeletion } from './event-deletion';

/** How deletions of events are logged: their filter and numbers. */
export const EVENT_DELETION_HISTORY: History<EventDeletion> = {
  scope: 'EventDeletion',
  nameOf: ({ count }) => `${count} events`,
  wireFields: ({ status, found, deleted }) => ({ status, found, deleted }),
  verbOf: (_before, { status }) => VERBS[status] ?? 'updated',
};

const VERBS: Readonly<Partial<Record<EventDeletion['status'], string>>> = {
  queued: 'confirmed',
  cancelling: 'cancelled',
  cancelled: 'cancelled',
  completed: 'completed',
  failed: 'failed',
};
