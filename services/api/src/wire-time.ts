/** A time in the wire format: UTC, six fraction digits, none if the fraction is zero. */
export function wireTime(timestamp: Date): string {
  return timestamp
    .toISOString()
    .replace('.000Z', 'Z')
    .replace(/(\.\d{3})Z$/, '$1000Z');
}

export function wireTimeOrNull(timestamp: Date | null): string | null {
  return timestamp === null ? null : wireTime(timestamp);
}
