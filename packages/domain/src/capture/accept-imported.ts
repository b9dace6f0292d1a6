import { acceptEach } from './accept-each';
import type { AcceptedEach, EventToStore } from './accept-each';

/** An event of an import in the form in which `/batch/` takes it. */
export interface EventToImport extends EventToStore {
  readonly timestamp: string;
}

/**
 * Judges the events of an import as capture judges those of a request, but each by itself: one that cannot be taken
 * does not reject the others.
 *
 * @param imported see `LoggedEvent`
 * @returns the batch for the ingest log, and why the others are not in it
 */
export function acceptImported(
  events: readonly EventToImport[],
  imported: 'event' | 'identity',
  { teamId, now }: { readonly teamId: number; readonly now: number },
): AcceptedEach {
  return acceptEach(events, { teamId, now, ip: null, imported });
}
