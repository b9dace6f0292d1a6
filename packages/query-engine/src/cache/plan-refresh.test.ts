import type { RefreshMode } from '@tidemark/contracts';
import { refreshModes } from '@tidemark/contracts';
import type { RefreshPlan } from './plan-refresh';
import { ignoresCache, planRefresh } from './plan-refresh';

it.each<[RefreshMode, RefreshPlan, RefreshPlan, RefreshPlan, RefreshPlan]>([
  // mode, no entry, very fresh, only somewhat fresh, stale
  ['blocking', 'compute', 'cached', 'compute', 'compute'],
  ['async', 'miss_and_start', 'cached', 'cached_and_start', 'cached_and_start'],
  ['lazy_async', 'miss_and_start', 'cached', 'cached', 'cached_and_start'],
  ['async_except_on_cache_miss', 'compute', 'cached', 'cached_and_start', 'cached_and_start'],
  ['force_blocking', 'compute', 'compute', 'compute', 'compute'],
  ['force_async', 'start', 'start', 'start', 'start'],
  ['force_cache', 'miss', 'cached', 'cached', 'cached'],
])('%s', (mode, none, very, somewhat, stale) => {
  expect(planRefresh(mode, 'none')).toBe(none);
  expect(planRefresh(mode, 'very')).toBe(very);
  expect(planRefresh(mode, 'somewhat')).toBe(somewhat);
  expect(planRefresh(mode, 'stale')).toBe(stale);
});

it('needs no lookup where it has no effect', () => {
  expect(refreshModes.filter(ignoresCache)).toEqual(['force_blocking', 'force_async']);
});
