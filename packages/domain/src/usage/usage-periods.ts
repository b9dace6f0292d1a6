/**
 * The days of a range, or the first days of its months, in UTC; both bounds are inclusive.
 * @param range days, `YYYY-MM-DD`
 * @returns null if there are more than `most`
 */
export function usagePeriods(
  {
    from,
    to,
    interval,
  }: { readonly from: string; readonly to: string; readonly interval: 'day' | 'month' },
  most: number,
): readonly string[] | null {
  const periods: string[] = [];
  const time = new Date(`${interval === 'day' ? from : `${from.slice(0, 7)}-01`}T00:00:00Z`);
  for (;;) {
    const day = time.toISOString().slice(0, 10);
    if (day > to) return periods;
    if (periods.length === most) return null;
    periods.push(day);
    if (interval === 'day') time.setUTCDate(time.getUTCDate() + 1);
    else time.setUTCMonth(time.getUTCMonth() + 1);
  }
}
