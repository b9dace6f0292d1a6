const DAY_MS = 86_400_000;

/**
 * The start (UTC) of the first day that a project with this retention keeps: today and the given number of full days
 * before it. Null keeps everything.
 */
export function keptSince(days: number | null, now: Date): Date | null {
  if (days === null) return null;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return new Date(today - days * DAY_MS);
}
