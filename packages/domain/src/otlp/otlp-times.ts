const NANOS_PER_MS = 1_000_000n;
/** The last ms that a Date can represent. */
const LAST_MS = 8_640_000_000_000_000n;

/**
 * The time of ns since the epoch in ISO 8601, to the ms; undefined for 0, which means unknown, and outside the range
 * of Date.
 */
export function isoOf(nanos: bigint): string | undefined {
  const ms = nanos / NANOS_PER_MS;
  return nanos <= 0n || ms > LAST_MS ? undefined : new Date(Number(ms)).toISOString();
}

/** The duration in ns; 0 if the end is unknown or before the start. */
export function durationOf(start: bigint, end: bigint): bigint {
  return start > 0n && end > start ? end - start : 0n;
}
