const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes: units are powers of 1,000, with at most one decimal. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  const digits = unit > 0 && size < 99.5 ? 1 : 0;
  const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(size);
  return `${number} ${UNITS[unit] ?? ''}`;
}

/** Formats a duration in milliseconds: `12 ms`, `1.4 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
  return `${seconds.format(milliseconds / 1_000)} s`;
}
