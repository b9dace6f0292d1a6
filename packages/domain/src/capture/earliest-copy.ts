import type { EventTimeInputs } from './event-time';
import { readTime } from './event-time';

/** The difference between the clocks of two servers, and the time that a request takes. */
const CLOCKS_MS = 60_000;
/** The error of a client's clock that cannot be compared with the server's. */
const UNKNOWN_CLOCK_MS = 5 * 60_000;

/**
 * Returns a time before which no copy of an event can have been accepted, in ms since 1970; null if it is unknown. A
 * client that repeats a request sends a copy. An event with a timestamp did not exist before that time; an event
 * without a uuid of the client has no copies, because the edge gives every repetition another uuid.
 *
 * @param time the result of `eventTime`
 * @param hasOwnUuid whether the client sent a uuid
 */
export function earliestCopy(
  inputs: EventTimeInputs,
  time: number,
  hasOwnUuid: boolean,
): number | null {
  const { timestamp, offset, sentAt, now } = inputs;
  if (!hasOwnUuid) return now - CLOCKS_MS;
  // An offset is the age of the event when it was first sent; a time in the future is that of a wrong clock.
  if (typeof offset === 'number' || time > now + CLOCKS_MS) return null;
  if (readTime(timestamp) === undefined) return null;
  if (sentAt === null) return time - UNKNOWN_CLOCK_MS;
  // A `sent_at` in the past may be that of the first attempt; then the correction is too large by its age.
  return time - CLOCKS_MS - Math.max(0, now - sentAt);
}
