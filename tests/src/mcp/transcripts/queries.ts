import type { Transcript } from './transcript';
import { count, countsOf, dataAt, LONG, rowsOf, sorted, sum } from './transcript';

/** Tasks with HogQL statements and insights. */
export const queryTranscripts: readonly Transcript[] = [
  {
    task: 'How many orders were paid, and what is the revenue?',
    steps: [
      {
        tool: 'run_hogql',
        input: () => ({
          query:
            'SELECT count(), sum(toFloat(properties.revenue)) FROM events WHERE event = {event}',
          values: { event: 'order paid' },
        }),
        check: (result, shop) => {
          const [[orders, revenue] = []] = rowsOf(result);
          expect(orders).toBe(count(shop, 'order paid'));
          expect(Number(revenue)).toBeCloseTo(sum(shop, 'order paid', 'revenue'), 4);
        },
      },
    ],
  },
  {
    task: 'My statement fails: repair it.',
    steps: [
      {
        tool: 'run_hogql',
        input: () => ({ query: 'SELECT evnt,\n  count()\nFROM events\nGROUP BY evnt' }),
        check: ({ isError, data, summary }) => {
          expect([isError, summary]).toEqual([true, expect.stringContaining('event') as string]);
          expect(data).toMatchObject({ errors: [{ line: 1, column: 8, text: 'evnt' }] });
        },
      },
      {
        tool: 'check_hogql',
        input: () => ({ query: 'SELECT event,\n  count()\nFROM evens\nGROUP BY event' }),
        check: ({ data }) =>
          expect(data).toMatchObject({
            errors: [{ line: 3, column: 6, text: 'evens', write_instead: 'events' }],
          }),
      },
      {
        tool: 'run_hogql',
        input: () => ({ query: 'SELECT event,\n  count()\nFROM events\nGROUP BY event' }),
        check: (result, shop) => {
          const found = Object.fromEntries(rowsOf(result) as [string, number][]);
          for (const event of sorted(shop.events.map((one) => one.event))) {
            expect([event, found[event]]).toEqual([event, count(shop, event)]);
          }
        },
      },
    ],
  },
  {
    task: 'How did paid orders develop, week by week?',
    steps: [
      {
        tool: 'trend',
        input: () => ({ series: [{ event: 'order paid' }], date_from: LONG, interval: 'week' }),
        check: ({ data }, shop) => {
          const [line] = data as { total: number; points: Record<string, number> }[];
          expect(line?.total).toBe(count(shop, 'order paid'));
          expect(Object.keys(line?.points ?? {}).length).toBeGreaterThanOrEqual(8);
        },
      },
    ],
  },
  {
    task: 'Which browsers do our visitors use?',
    steps: [
      {
        tool: 'trend',
        input: () => ({
          series: [{ event: '$pageview' }],
          date_from: LONG,
          interval: 'month',
          breakdown: { property: '$browser', limit: 20 },
        }),
        check: ({ data }, shop) => {
          const lines = data as { breakdown: unknown; total: number }[];
          const found = Object.fromEntries(
            lines.map(({ breakdown, total }) => [[breakdown].flat().join(), total]),
          );
          expect(found).toEqual(countsOf(shop, '$pageview', '$browser'));
        },
      },
    ],
  },
  {
    task: 'How much revenue comes from each country?',
    steps: [
      {
        tool: 'run_hogql',
        input: () => ({
          query:
            "SELECT properties.$geoip_country_code AS country, round(sum(toFloat(properties.revenue)), 2) AS revenue FROM events WHERE event = 'order paid' GROUP BY country ORDER BY country",
        }),
        check: (result, shop) => {
          const revenue = new Map<string, number>();
          for (const { event, properties } of shop.events) {
            if (event !== 'order paid') continue;
            const country = String(properties['$geoip_country_code']);
            revenue.set(country, (revenue.get(country) ?? 0) + Number(properties['revenue']));
          }
          const found = rowsOf(result) as [string, number][];
          expect(found.map(([country]) => country)).toEqual([...revenue.keys()].sort());
          for (const [country, total] of found) {
            expect(total).toBeCloseTo(revenue.get(country) ?? 0, 1);
          }
        },
      },
    ],
  },
  {
    task: 'Where do buyers drop off between the product and the payment?',
    steps: [
      {
        tool: 'funnel',
        input: () => ({
          steps: ['product viewed', 'added to cart', 'order paid'],
          date_from: LONG,
          window: { count: 60, unit: 'day' },
        }),
        check: ({ data, summary }) => {
          const [funnel] = data as {
            entered: number;
            converted: number;
            steps: { count: number }[];
          }[];
          const counts = (funnel?.steps ?? []).map((step) => step.count);
          expect(counts).toHaveLength(3);
          expect(counts).toEqual([...counts].sort((a, b) => b - a));
          expect(summary).toContain(`${String(counts[0])} entered, ${String(counts[2])} converted`);
        },
      },
      {
        tool: 'run_hogql',
        input: () => ({
          query: "SELECT count(DISTINCT person_id) FROM events WHERE event = 'product viewed'",
        }),
        check: (result, _shop, before) => {
          const [funnel] = dataAt(before, -1) as { entered: number }[];
          expect(rowsOf(result)).toEqual([[funnel?.entered]]);
        },
      },
    ],
  },
  {
    task: 'Do visitors come back?',
    steps: [
      {
        tool: 'retention',
        input: () => ({ start_event: '$pageview', period: 'Week', periods: 4 }),
        check: ({ data }) => {
          const groups = data as { users: number; counts: number[] }[];
          expect(groups).toHaveLength(4);
          for (const { users, counts } of groups) {
            expect(counts[0]).toBe(users);
            expect(Math.max(...counts)).toBe(users);
          }
        },
      },
    ],
  },
];
