import { acceptEach } from './accept-each';
import type { AcceptedEach, EventToStore } from './accept-each';
import { eventTime, readTime } from './event-time';

/** An event of an import, in the form that `/batch/` accepts. */
export interface EventToImport extends EventToStore {
  readonly timestamp: string;
}

/**
 * Judges the events of an import by the same rules as capture, but each by itself: an invalid event does not reject
 * the others. A time that capture would replace is rejected, because imported times are never invented.
 * @param imported see `LoggedEvent`
 * @returns the batch for the ingest log, and the reason for each rejected event
 */
export function acceptImported(
  events: readonly EventToImport[],
  imported: 'event' | 'identity',
  { teamId, now }: { readonly teamId: number; readonly now: number },
): AcceptedEach {
  const rejected: string[] = [];
  const timely = events.filter(({ timestamp }) => {
    const reason = imported === 'event' ? timeProblem(timestamp, now) : null;
    if (reason !== null) rejected.push(reason);
    return reason === null;
  });
  const accepted = acceptEach(timely, { teamId, now, ip: null, imported });
  return { ...accepted, rejected: [...rejected, ...accepted.rejected] };
}

function timeProblem(timestamp: string, now: number): string | null {
  const inputs = { timestamp, offset: undefined, sentAt: null, ignoreSentAt: true, now };
  const read = readTime(timestamp);
  if (read === undefined) return 'the timestamp cannot be read';
  // Queries find events by days since 1970.
  if (read < 0) return 'the timestamp is before 1970';
  return eventTime(inputs) === read ? null : 'the timestamp is in the future';
}
