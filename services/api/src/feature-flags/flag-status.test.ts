import { rolloutOf } from './flag-rollout';
import { flagStatus } from './flag-status';

const NOW = new Date('2026-03-31T12:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);
const everybody = { groups: [{ properties: [], rollout_percentage: 100 }] };
const variants = (...percentages: number[]) => ({
  variants: percentages.map((rollout_percentage, i) => ({ key: `v${i}`, rollout_percentage })),
});

it.each([
  [everybody, 'fully_rolled_out', null],
  [{ groups: [] }, 'fully_rolled_out', null],
  [{ groups: [{ rollout_percentage: 0 }] }, 'not_rolled_out', null],
  [{ groups: [{ rollout_percentage: null }] }, 'partial', null],
  [{ groups: [{ rollout_percentage: 100, properties: [{}] }] }, 'partial', null],
  [{ ...everybody, multivariate: variants(50, 50) }, 'partial', null],
  [{ ...everybody, multivariate: variants(0, 100) }, 'fully_rolled_out', 'v1'],
  [
    { groups: [{ rollout_percentage: 100, variant: 'v0' }], multivariate: variants(50, 50) },
    'fully_rolled_out',
    'v0',
  ],
])('rollout of %j', (filters, state, variant) => {
  expect(rolloutOf(filters)).toEqual({ state, variant });
});

const flag = {
  active: true,
  archived: false,
  deleted: false,
  createdAt: daysAgo(40),
  filters: { ...everybody },
};

it.each([
  [{ ...flag, archived: true, deleted: true }, null, 'deleted', 'Flag has been deleted'],
  [{ ...flag, active: false, archived: true }, NOW, 'archived', 'Flag has been archived'],
  [
    { ...flag, active: false },
    daysAgo(50),
    'inactive',
    'Flag is disabled (not evaluated for staleness)',
  ],
  [flag, daysAgo(45), 'stale', 'Flag has not been called in 45 days'],
  [flag, daysAgo(1), 'active', 'Flag was last called 1 day ago'],
  [flag, NOW, 'active', 'Flag was called today'],
  [flag, null, 'stale', 'This boolean flag will always evaluate to "true"'],
  [
    { ...flag, filters: { ...everybody, multivariate: variants(100) } },
    null,
    'stale',
    'This flag will always use the variant "v0"',
  ],
  [{ ...flag, createdAt: daysAgo(29) }, null, 'active', 'Flag has no usage data yet'],
])('status of %j, called %p', (given, lastCalled, status, reason) => {
  expect(flagStatus(given, lastCalled, NOW)).toEqual({ status, reason });
});
