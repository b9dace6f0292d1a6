import { acceptEach } from './accept-each';
import type { AcceptedEach, EventToStore } from './accept-each';

/** An event of an import, in the form that `/batch/` accepts. */
export interface EventToImport extends EventToStore {
  readonly timestamp: string;
}

/**
 * Judges the events of an import by the same rules as capture, but each by itself: an invalid event does not reject
 * the others.
 * @param imported see `LoggedEvent`
 * @returns the batch for the ingest log, and the reason for each rejected event
 */
export function acceptImported(
  events: readonly EventToImport[],
  imported: 'event' | 'identity',
  { teamId, now }: { readonly teamId: number; readonly now: number },
): AcceptedEach {
  return acceptEach(events, { teamId, now, ip: null, imported });
}
