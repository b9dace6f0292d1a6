import { detailText, eventWarning } from '../warnings/event-warning';
import type { EventWarning } from '../warnings/event-warning';
import { readTime } from './event-time';
import type { EventTimeInputs } from './event-time';

/**
 * A warning if the event did not get the time that the client sent (`docs/wire/capture-processing.md#time-now`); null
 * if it did, or if no time was sent.
 * @param time the result of `eventTime` for the same inputs
 */
export function ignoredTime(inputs: EventTimeInputs, time: number): EventWarning | null {
  // `eventTime` replaces the sent time only by `now` or 0, so in the usual case nothing else is computed.
  if (time !== inputs.now && time !== 0) return null;
  const { timestamp, offset, now } = inputs;
  if (typeof offset === 'number' && Number.isFinite(offset)) {
    const claimed = now - Math.trunc(offset);
    return claimed === time ? null : ignored('offset', offset, 'out of bounds');
  }
  if (timestamp === undefined || timestamp === null) return null;
  const claimed = readTime(timestamp);
  if (claimed === undefined) return ignored('timestamp', timestamp, 'unreadable');
  const corrected =
    inputs.sentAt === null || inputs.ignoreSentAt ? claimed : claimed - (inputs.sentAt - now);
  return corrected === time ? null : ignored('timestamp', timestamp, 'out of bounds');
}

function ignored(field: string, value: unknown, reason: string): EventWarning {
  return eventWarning('ignored_invalid_timestamp', { field, value: detailText(value), reason });
}
