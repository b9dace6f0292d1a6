import type { FeatureFlag } from '@tidemark/postgres';
import fc from 'fast-check';
import { cleanupReasons } from './cleanup-reasons';

const NOW = new Date('2026-06-01T00:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
const flag = (more: Partial<FeatureFlag> = {}): FeatureFlag =>
  ({
    active: true,
    createdAt: ago(100),
    updatedAt: ago(100),
    lastCalledAt: ago(1),
    filters: { groups: [{ properties: [], rollout_percentage: 50 }] },
    ...more,
  }) as FeatureFlag;
const both = { calls: 4, answers: 2, answer: 'false' };
const codes = (...args: Parameters<typeof cleanupReasons>) =>
  cleanupReasons(...args).reasons.map(({ code }) => code);
const days = { days: 30, now: NOW };

it('does not list a flag that has different values and is named in code', () => {
  expect(codes(flag(), { reported: both, references: 1 }, days)).toEqual([]);
  expect(codes(flag(), { reported: both, references: null }, days)).toEqual([]);
});

it('finds flags without calls, with a constant value, or without references in code', () => {
  const none = { reported: null, references: null };
  expect(codes(flag({ lastCalledAt: null }), none, days)).toEqual(['unused', 'unchanged']);
  expect(codes(flag({ lastCalledAt: ago(31), updatedAt: ago(2) }), none, days)).toEqual(['unused']);
  const everybody = { groups: [{ properties: [], rollout_percentage: 100 }] };
  const open = cleanupReasons(
    flag({ filters: everybody }),
    { reported: both, references: 1 },
    days,
  );
  expect(open).toMatchObject({ answer: 'true', reasons: [{ code: 'same_answer' }, {}] });
  const one = { calls: 9, answers: 1, answer: 'blue' };
  expect(cleanupReasons(flag(), { reported: one, references: 1 }, days)).toMatchObject({
    answer: 'blue',
    reasons: [{ detail: 'All 9 calls of the last 30 days got blue' }, {}],
  });
  expect(codes(flag(), { reported: both, references: 0 }, days)).toContain('no_references');
  expect(codes(flag({ active: false }), { reported: null, references: null }, days)).toContain(
    'same_answer',
  );
});

it('never lists a flag that is younger than the days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 365 }),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      (asked, part) => {
        const young = flag({ createdAt: ago(asked * part), lastCalledAt: null, active: false });
        expect(codes(young, { reported: null, references: 0 }, { days: asked, now: NOW })).toEqual(
          [],
        );
      },
    ),
  );
});
