import type { ResourceUsage } from './usage';
import {
  daysOfMonth,
  limitProblem,
  limitsOf,
  limitWords,
  monthIn,
  shareUsed,
  shiftedMonth,
} from './usage';

const USAGE: ResourceUsage = {
  ...{ resource: 'events', used: 50, limit: null, is_limited: false },
  ...{ organization_used: 90, organization_limit: null },
};

it('uses the limit that is nearer: of the project or of the organization', () => {
  expect([USAGE, { ...USAGE, limit: 100 }, { ...USAGE, limit: 0 }].map(shareUsed)).toEqual([
    ...[null, 0.5, 1],
  ]);
  expect(shareUsed({ ...USAGE, limit: 100, organization_limit: 100 })).toBe(0.9);
});

it('describes how near a limit is', () => {
  const words = (change: Partial<ResourceUsage>) => limitWords({ ...USAGE, ...change }).text;
  expect(words({})).toBe('no limit');
  expect(words({ limit: 100 })).toBe('below the limit');
  expect(words({ limit: 60 })).toBe('near the limit');
  // An operator can limit a project that has no limit itself.
  expect(words({ is_limited: true })).toBe('limited');
});

it('calculates with months', () => {
  expect(shiftedMonth('2026-01', -1)).toBe('2025-12');
  expect(shiftedMonth('2026-12', 1)).toBe('2027-01');
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  const shown = ['2026-10', '2026-13', '2027-01', undefined].map((text) =>
    monthIn(text, '2026-11'),
  );
  expect(shown).toEqual(['2026-10', '2026-11', '2026-11', '2026-11']);
});

it('reads limits from the texts of the form', () => {
  expect(limitsOf({ events: ' 1000 ', recordings: '' })).toEqual({ events: 1000 });
  expect(limitProblem({ events: '1000' })).toBeNull();
  expect(limitProblem({ feature_flags: '-1' })).toBe(
    'Flag requests: enter a whole number or leave it empty.',
  );
});
