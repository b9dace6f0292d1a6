import type { RefreshMode } from '@tidemark/contracts';
import type { RegisteredKind } from '../kinds/kind';

/** The age of a stored result by the thresholds of its query; `none` without a stored result. */
export type Freshness = 'none' | 'very' | 'somewhat' | 'stale';

/**
 * What a request gets: the stored result, one computed while it waits, or neither; and whether a background run is
 * started in addition.
 */
export type RefreshPlan =
  'compute' | 'cached' | 'cached_and_start' | 'miss' | 'miss_and_start' | 'start';

type Row = Readonly<Record<Freshness, RefreshPlan>>;

const LENIENT: Row = {
  none: 'compute',
  very: 'cached',
  somewhat: 'cached_and_start',
  stale: 'cached_and_start',
};
const always = (plan: RefreshPlan): Row => ({
  none: plan,
  very: plan,
  somewhat: plan,
  stale: plan,
});

/**
 * The table of `docs/wire/query.md#refresh`; where it differs, `docs/wire/specification.md#force-cache` wins
 * (`force_cache` never computes).
 */
const TABLE: Readonly<Record<RefreshMode, Row>> = {
  blocking: { none: 'compute', very: 'cached', somewhat: 'compute', stale: 'compute' },
  async: { ...LENIENT, none: 'miss_and_start' },
  lazy_async: {
    none: 'miss_and_start',
    very: 'cached',
    somewhat: 'cached',
    stale: 'cached_and_start',
  },
  async_except_on_cache_miss: LENIENT,
  force_blocking: always('compute'),
  force_async: always('start'),
  force_cache: { ...always('cached'), none: 'miss' },
};

/**
 * The mode of a request for a kind: kinds whose results are never stored are computed while the client waits, in every
 * mode (`docs/wire/query.md#uncached-kinds`).
 */
export function refreshFor(
  { staleness }: Pick<RegisteredKind, 'staleness'>,
  asked: RefreshMode,
): RefreshMode {
  return staleness === 'not_stored' ? 'blocking' : asked;
}

export function planRefresh(refresh: RefreshMode, freshness: Freshness): RefreshPlan {
  return TABLE[refresh][freshness];
}

/** Modes whose response does not depend on the stored result. */
export function ignoresCache(refresh: RefreshMode): boolean {
  return refresh === 'force_blocking' || refresh === 'force_async';
}
