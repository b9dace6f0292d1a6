import { insightRefreshMode } from './saved-insights';

it.each([
  [null, 'force_cache'],
  ['', 'force_blocking'],
  ['true', 'force_blocking'],
  [true, 'force_blocking'],
  ['1', 'force_blocking'],
  ['false', 'force_cache'],
  ['soon', 'force_cache'],
  ['blocking', 'blocking'],
  ['lazy_async', 'lazy_async'],
  ['async_except_on_cache_miss', 'async_except_on_cache_miss'],
])('reads refresh=%j as %s', (given, mode) => {
  expect(insightRefreshMode(given)).toBe(mode);
});
