const NANOS_PER_MS = 1_000_000n;
/** The last ms that a Date has. */
const LAST_MS = 8_640_000_000_000_000n;

/** ISO 8601 of ns since the epoch, to the ms; undefined for 0, which means unknown, and for what no Date has. */
export function isoOf(nanos: bigint): string | undefined {
  const ms = nanos / NANOS_PER_MS;
  return nanos <= 0n || ms > LAST_MS ? undefined : new Date(Number(ms)).toISOString();
}

/** Length in ns, 0 when the end is unknown or before the start. */
export function durationOf(start: bigint, end: bigint): bigint {
  return start > 0n && end > start ? end - start : 0n;
}
