const DAY_MS = 86_400_000;

/**
 * The first day, as its beginning in UTC, whose data a project that keeps so many days still has: today
 * and that many full days before it. Null keeps everything.
 */
export function keptSince(days: number | null, now: Date): Date | null {
  if (days === null) return null;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return new Date(today - days * DAY_MS);
}
