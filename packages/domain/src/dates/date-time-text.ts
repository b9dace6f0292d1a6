/** `YYYY-MM-DD hh:mm:ss.mmm` in UTC, the format that ClickHouse parses fastest. */
export function dateTimeText(date: Date): string {
  return date.toISOString().replace('T', ' ').slice(0, -1);
}
