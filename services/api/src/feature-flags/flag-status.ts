import type { FeatureFlag } from '@tidemark/postgres';
import { rolloutOf } from './flag-rollout';

export type FlagStatus = 'active' | 'inactive' | 'stale' | 'archived' | 'deleted';

const DAY_MS = 86_400_000;
const STALE_DAYS = 30;

/** A flag without calls since this time, or that is older and settled, is stale. */
export function staleThreshold(now: Date): Date {
  return new Date(now.getTime() - STALE_DAYS * DAY_MS);
}

/**
 * The status of a flag, and the reason. Calls take precedence over conditions if they are known.
 *
 * @param lastCalledAt the last `$feature_flag_called`; null when there was none or it was not read
 */
export function flagStatus(
  flag: Pick<FeatureFlag, 'active' | 'archived' | 'deleted' | 'createdAt' | 'filters'>,
  lastCalledAt: Date | null,
  now: Date,
): { readonly status: FlagStatus; readonly reason: string } {
  if (flag.deleted) return { status: 'deleted', reason: 'Flag has been deleted' };
  if (flag.archived) return { status: 'archived', reason: 'Flag has been archived' };
  if (!flag.active) {
    return { status: 'inactive', reason: 'Flag is disabled (not evaluated for staleness)' };
  }
  if (lastCalledAt !== null) {
    const days = Math.max(0, Math.floor((now.getTime() - lastCalledAt.getTime()) / DAY_MS));
    if (lastCalledAt < staleThreshold(now)) {
      return { status: 'stale', reason: `Flag has not been called in ${days} days` };
    }
    const ago = days === 0 ? 'Flag was called today' : `Flag was last called ${plural(days)} ago`;
    return { status: 'active', reason: ago };
  }
  const { state, variant } = rolloutOf(flag.filters);
  if (flag.createdAt < staleThreshold(now) && state === 'fully_rolled_out') {
    const reason =
      variant === null
        ? 'This boolean flag will always evaluate to "true"'
        : `This flag will always use the variant "${variant}"`;
    return { status: 'stale', reason };
  }
  return { status: 'active', reason: 'Flag has no usage data yet' };
}

function plural(days: number): string {
  return `${days} day${days === 1 ? '' : 's'}`;
}
