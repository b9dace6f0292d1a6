import { v7 } from 'uuid';

/** A new UUIDv7 of a time (ms since the epoch); uuids of the same ms are in ascending order. */
export function newEventUuid(now: number): string {
  return v7({ msecs: now });
}
