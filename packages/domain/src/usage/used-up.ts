import type { QuotaLimit, UsageCounts, UsageLimits } from '@tidemark/contracts';
import { usageResources } from '@tidemark/contracts';

/** The start of the next month, UTC. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}

/** The first day of the month, `YYYY-MM-DD`, UTC. */
export function firstOfMonth(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}

/** The resources that have reached their limit of this month, until the month ends. */
export function usedUp(
  parts: readonly { readonly used: UsageCounts; readonly limits: UsageLimits }[],
  now: Date,
): readonly QuotaLimit[] {
  const until = nextMonth(now).toISOString();
  return usageResources
    .filter((resource) =>
      parts.some(({ used, limits }) => {
        const limit = limits[resource];
        return limit !== undefined && (used[resource] ?? 0) >= limit;
      }),
    )
    .map((resource) => ({ resource, until }));
}
