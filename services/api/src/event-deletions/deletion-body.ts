import type { EventDeletionBody } from '@tidemark/contracts';
import { DRAFT_MS } from '@tidemark/postgres';
import type { EventDeletion } from '@tidemark/postgres';
import { wireTime } from '../wire-time';

/** A deletion as the API shows it; a draft that is too old to be confirmed is `expired`. */
export function deletionBody(deletion: EventDeletion, now: Date): EventDeletionBody {
  const expiresAt = new Date(deletion.createdAt.getTime() + DRAFT_MS);
  const time = (value: Date | null): string | null => (value === null ? null : wireTime(value));
  const isExpired = deletion.status === 'draft' && now >= expiresAt;
  return {
    id: deletion.id,
    status: isExpired ? 'expired' : deletion.status,
    phase: deletion.phase,
    events: [...deletion.events],
    date_from: time(deletion.dateFrom),
    date_to: time(deletion.dateTo),
    properties: deletion.properties,
    condition: deletion.condition,
    count: deletion.count,
    first_timestamp: time(deletion.firstTimestamp),
    last_timestamp: time(deletion.lastTimestamp),
    stored_until: wireTime(deletion.storedUntil),
    found: deletion.found,
    deleted: deletion.deleted,
    error: deletion.error,
    created_by: deletion.createdById,
    created_at: wireTime(deletion.createdAt),
    confirmed_at: time(deletion.confirmedAt),
    finished_at: time(deletion.finishedAt),
    expires_at: wireTime(expiresAt),
  };
}
