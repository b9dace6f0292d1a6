import fc from 'fast-check';
import { wallTime } from '../dates/zone-clock';
import { recipientsOf, withoutRecipient } from './recipients';
import type { SubscriptionSchedule } from './schedule';
import { nextDeliveryAt } from './schedule';
import { scheduleSummary } from './summary';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
const DAY_MS = 86_400_000;

function schedule(given: Partial<SubscriptionSchedule> = {}): SubscriptionSchedule {
  return {
    frequency: 'daily',
    interval: 1,
    byweekday: null,
    bysetpos: null,
    count: null,
    startDate: new Date('2026-01-05T08:00:00Z'),
    untilDate: null,
    ...given,
  };
}

/** The first deliveries after a time. */
function deliveries(
  of: SubscriptionSchedule,
  { after, timezone = 'UTC', most = 5 }: { after: string; timezone?: string; most?: number },
): string[] {
  const found: string[] = [];
  let at: Date | null = new Date(after);
  while (found.length < most) {
    at = nextDeliveryAt(of, at, timezone);
    if (at === null) break;
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

it.each([
  ['daily', {}, '2026-03-01T00:00Z', ['2026-03-01T08:00', '2026-03-02T08:00']],
  [
    'every third day',
    { interval: 3 },
    '2026-01-05T08:00Z',
    ['2026-01-08T08:00', '2026-01-11T08:00'],
  ],
  [
    'weekly',
    { frequency: 'weekly' },
    '2026-01-06T00:00Z',
    ['2026-01-12T08:00', '2026-01-19T08:00'],
  ],
  [
    'every two weeks on Monday and Friday',
    { frequency: 'weekly', interval: 2, byweekday: ['friday', 'monday'] },
    '2026-01-05T08:00Z',
    ['2026-01-09T08:00', '2026-01-19T08:00'],
  ],
  [
    'the last Friday of a month',
    { frequency: 'monthly', byweekday: ['friday'], bysetpos: -1 },
    '2026-01-01T00:00Z',
    ['2026-01-30T08:00', '2026-02-27T08:00'],
  ],
  [
    'the first day of a month',
    { frequency: 'monthly', byweekday: [...DAYS], bysetpos: 1 },
    '2026-01-05T09:00Z',
    ['2026-02-01T08:00', '2026-03-01T08:00'],
  ],
  [
    'the 31st, which some months do not have',
    { frequency: 'monthly', startDate: new Date('2026-01-31T08:00Z') },
    '2026-02-01T00:00Z',
    ['2026-03-31T08:00', '2026-05-31T08:00'],
  ],
  [
    '29 February',
    { frequency: 'yearly', startDate: new Date('2024-02-29T08:00Z') },
    '2024-03-01T00:00Z',
    ['2028-02-29T08:00', '2032-02-29T08:00'],
  ],
] as const)('is %s', (_name, given, after, expected) => {
  expect(deliveries(schedule(given as Partial<SubscriptionSchedule>), { after, most: 2 })).toEqual(
    expected,
  );
});

it('stays at its time of day when the clocks change', () => {
  const morning = schedule({ startDate: new Date('2026-03-27T08:00:00Z') });
  const found = deliveries(morning, { after: '2026-03-27T00:00Z', timezone: 'Europe/Berlin' });
  // 9 o'clock in Berlin is 8 o'clock UTC in winter and 7 o'clock UTC in summer.
  expect(found.map((time) => time.slice(5))).toEqual([
    '03-27T08:00',
    '03-28T08:00',
    '03-29T07:00',
    '03-30T07:00',
    '03-31T07:00',
  ]);
});

it('is an hour later if its time is skipped, and once if its time occurs twice', () => {
  const night = schedule({ startDate: new Date('2026-01-01T01:30:00Z') });
  const timezone = 'Europe/Berlin';
  expect(deliveries(night, { after: '2026-03-28T12:00Z', timezone, most: 2 })).toEqual([
    '2026-03-29T01:30',
    '2026-03-30T00:30',
  ]);
  expect(deliveries(night, { after: '2026-10-24T12:00Z', timezone, most: 2 })).toEqual([
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ]);
});

it('ends after its count, at its end date, and if no day matches', () => {
  expect(deliveries(schedule({ count: 2 }), { after: '2026-01-01T00:00Z' })).toHaveLength(2);
  const untilDate = new Date('2026-01-07T08:00:00Z');
  expect(deliveries(schedule({ untilDate }), { after: '2026-01-01T00:00Z' })).toHaveLength(3);
  const never = schedule({ frequency: 'weekly', byweekday: ['monday'], bysetpos: 2 });
  expect(deliveries(never, { after: '2026-01-01T00:00Z' })).toEqual([]);
});

it.each([
  ['every seventh day since a Monday', { interval: 7, byweekday: ['tuesday'] }, null],
  ['the 32nd day', { frequency: 'monthly', byweekday: [...DAYS], bysetpos: 32 }, null],
  [
    'a tenth Monday or Friday of a month',
    { frequency: 'monthly', byweekday: ['monday', 'friday'], bysetpos: -10 },
    null,
  ],
  ['every day since 2000', { startDate: new Date('2000-01-01T08:00Z') }, '2026-11-28T08:00'],
  ['every 1000 years', { frequency: 'yearly', interval: 1_000 }, '3026-01-05T08:00'],
  [
    'a fifth Monday in February',
    {
      ...{ frequency: 'monthly', interval: 12, byweekday: ['monday'], bysetpos: 5 },
      startDate: new Date('2026-02-01T08:00Z'),
    },
    '2044-02-29T08:00',
  ],
] as const)('is found soon, or not at all: %s', (_name, given, expected) => {
  const begun = performance.now();
  const found = deliveries(schedule(given as Partial<SubscriptionSchedule>), {
    ...{ after: '2026-11-28T03:00Z', most: 1 },
  });
  expect(found).toEqual(expected === null ? [] : [expected]);
  // The library alone needs 2 to 7 s for the first three.
  expect(performance.now() - begun).toBeLessThan(1_000);
});

const anySchedule = fc.record({
  frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
  interval: fc.integer({ min: 1, max: 6 }),
  byweekday: fc.option(fc.subarray([...DAYS], { minLength: 1 })),
  bysetpos: fc.option(fc.constantFrom(-2, -1, 1, 2)),
  count: fc.constant(null),
  startDate: fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2027-12-31'),
    noInvalidDate: true,
  }),
  untilDate: fc.constant(null),
}) satisfies fc.Arbitrary<SubscriptionSchedule>;
const anyTime = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2030-12-31'),
  noInvalidDate: true,
});
const anyZone = fc.constantFrom(...ZONES);

it('does not depend on how long ago an uncounted rule began', () => {
  fc.assert(
    fc.property(anySchedule, anyTime, anyZone, (of, after, timezone) => {
      // Counted occurrences are computed from the first one.
      const counted = { ...of, count: 100_000 };
      expect(nextDeliveryAt(of, after, timezone)).toEqual(nextDeliveryAt(counted, after, timezone));
    }),
    { numRuns: 300 },
  );
});

it('is after the given time and not before the start, on a selected weekday', () => {
  fc.assert(
    fc.property(anySchedule, anyTime, anyZone, (of, after, timezone) => {
      const next = nextDeliveryAt(of, after, timezone);
      if (next === null) return;
      expect(next.getTime()).toBeGreaterThan(after.getTime());
      expect(next.getTime()).toBeGreaterThanOrEqual(
        Math.floor(of.startDate.getTime() / 1_000) * 1_000,
      );
      const wall = wallTime(next, timezone);
      const weekday = new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
      if (of.byweekday !== null) expect(of.byweekday).toContain(DAYS[(weekday + 6) % 7]);
    }),
    { numRuns: 300 },
  );
});

it('does not depend on the time of the call between two deliveries', () => {
  fc.assert(
    fc.property(
      anySchedule,
      anyTime,
      anyZone,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (of, after, timezone, part) => {
        const first = nextDeliveryAt(of, after, timezone);
        const second = first === null ? null : nextDeliveryAt(of, first, timezone);
        if (first === null || second === null) return;
        expect(second.getTime() - first.getTime()).toBeGreaterThan(DAY_MS / 2);
        const between = new Date(first.getTime() + part * (second.getTime() - first.getTime()));
        expect(nextDeliveryAt(of, between, timezone)).toEqual(second);
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  [{}, 'sent every day'],
  [{ frequency: 'weekly', interval: 2 }, 'sent every 2 weeks'],
  [
    { frequency: 'monthly', byweekday: ['monday'], bysetpos: 1 },
    'sent every month on the first Monday',
  ],
  [
    { frequency: 'monthly', byweekday: [...DAYS], bysetpos: -1 },
    'sent every month on the last day',
  ],
  [{ frequency: 'monthly', byweekday: ['monday'], bysetpos: 7 }, 'sent on a schedule'],
] as const)('is said in words: %j', (given, words) => {
  expect(scheduleSummary(schedule(given as Partial<SubscriptionSchedule>))).toBe(words);
});

it('splits addresses without duplicates, and removes one whatever its case', () => {
  expect(recipientsOf(' a@x.org, b@x.org ,,A@x.org')).toEqual(['a@x.org', 'b@x.org']);
  expect(withoutRecipient('a@x.org,b@x.org', 'B@X.org')).toBe('a@x.org');
  expect(withoutRecipient('a@x.org', 'a@x.org')).toBe('');
});
