/** A time as whole seconds since the epoch and nanoseconds (0 to 999 999 999) within the second. */
export interface Instant {
  readonly seconds: number;
  readonly nanos: number;
}

const NANOS_PER_SECOND = 1_000_000_000;

/** Negative, zero or positive if `a` is before, equal to or after `b`. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

/**
 * Epoch seconds, possibly with a fraction, as an instant; null when not finite. The fraction is
 * rounded to nanoseconds.
 */
export function instantFromEpochSeconds(value: number): Instant | null {
  if (!Number.isFinite(value)) return null;
  const seconds = Math.floor(value);
  const nanos = Math.round((value - seconds) * NANOS_PER_SECOND);
  return nanos === NANOS_PER_SECOND ? { seconds: seconds + 1, nanos: 0 } : { seconds, nanos };
}

/** Epoch milliseconds (an integer) as an instant. */
export function instantFromMillis(millis: number): Instant {
  const seconds = Math.floor(millis / 1000);
  return { seconds, nanos: (millis - seconds * 1000) * 1_000_000 };
}
