import { instantOf, wallTime } from '@tidemark/domain';

/** Whether a text is the name of an IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    wallTime(new Date(0), zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * Returns the instant, in ms, at which clocks of a zone show a date and time.
 *
 * @param wall the date and time as ms since the epoch, as if it were UTC
 * @throws RangeError if the name is not an IANA zone
 */
export function utcOfWallClock(wall: number, zone: string): number {
  return instantOf(wallTime(new Date(wall), 'UTC'), zone).getTime();
}
