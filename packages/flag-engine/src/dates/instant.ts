/** A time as whole seconds since the epoch and nanoseconds (0 to 999 999 999) within the second. */
export interface Instant {
  readonly seconds: number;
  readonly nanos: number;
}

const NANOS_PER_SECOND = 1_000_000_000;
/** The first second of the year -262143 and the last of 262142: PostHog cannot represent other times. */
const MIN_SECONDS = -8_334_601_228_800;
const MAX_SECONDS = 8_210_266_876_799;

/** Negative, zero or positive if `a` is before, equal to or after `b`. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

/**
 * Epoch seconds, possibly with a fraction, as an instant; null when not finite or out of range. The fraction is
 * rounded to nanoseconds.
 */
export function instantFromEpochSeconds(value: number): Instant | null {
  const seconds = Math.floor(value);
  if (!(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) return null;
  const nanos = Math.round((value - seconds) * NANOS_PER_SECOND);
  return nanos === NANOS_PER_SECOND ? { seconds: seconds + 1, nanos: 0 } : { seconds, nanos };
}

/** Epoch milliseconds (an integer) as an instant. */
export function instantFromMillis(millis: number): Instant {
  const seconds = Math.floor(millis / 1000);
  return { seconds, nanos: (millis - seconds * 1000) * 1_000_000 };
}
