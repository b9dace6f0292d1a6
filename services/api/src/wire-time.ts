/** A moment as the wire writes it: UTC, six fraction digits, none when the fraction is zero. */
export function wireTime(moment: Date): string {
  return moment
    .toISOString()
    .replace('.000Z', 'Z')
    .replace(/(\.\d{3})Z$/, '$1000Z');
}

export function wireTimeOrNull(moment: Date | null): string | null {
  return moment === null ? null : wireTime(moment);
}
