import { v7 } from 'uuid';

/** A new UUIDv7 of a time (ms since the epoch); those of one ms still ascend. */
export function newEventUuid(now: number): string {
  return v7({ msecs: now });
}
