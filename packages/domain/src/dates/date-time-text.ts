/** `YYYY-MM-DD hh:mm:ss.mmm`, UTC, as ClickHouse reads it fastest. */
export function dateTimeText(date: Date): string {
  return date.toISOString().replace('T', ' ').slice(0, -1);
}
