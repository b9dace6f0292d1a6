import { z } from 'zod';
import { readTool } from '../tool';
import { breakdown, breakdownFilter, dateRange, filters, propertyFilters, rangeOf } from './inputs';

const window = z
  .strictObject({
    count: z.int().min(1).max(365),
    unit: z.enum(['minute', 'hour', 'day', 'week', 'month']),
  })
  .default({ count: 14, unit: 'day' });

const testAccounts = z
  .boolean()
  .default(false)
  .describe('Leaves out internal and test users, as the settings of the project define them.');

const trend = readTool({
  name: 'trend',
  title: 'Count events over time',
  description:
    'How often events happened, or how many users did them, by hour, day, week or month. math: total counts events; dau, weekly_active, monthly_active count users; sum, avg, min, max, median, p90, p95, p99 need math_property.',
  scopes: ['query:read'],
  input: {
    series: z
      .array(
        z.strictObject({
          event: z.string().max(400).nullish().describe('Exact name; null for all events.'),
          action_id: z.int().optional().describe('Instead of an event.'),
          math: z
            .enum([
              ...(['total', 'dau', 'weekly_active', 'monthly_active', 'unique_session'] as const),
              ...(['sum', 'avg', 'min', 'max', 'median', 'p90', 'p95', 'p99'] as const),
            ])
            .default('total'),
          math_property: z.string().max(400).optional(),
        }),
      )
      .min(1)
      .max(10),
    ...dateRange,
    interval: z.enum(['hour', 'day', 'week', 'month']).default('day'),
    breakdown,
    filters,
    exclude_test_accounts: testAccounts,
  },
  async run(input, { client, signal }) {
    const { results } = await client.query(
      {
        kind: 'TrendsQuery',
        series: input.series.map(({ event, action_id: id, math, math_property: property }) => {
          const counted = { math, ...(property !== undefined && { math_property: property }) };
          return id === undefined
            ? { kind: 'EventsNode' as const, event: event ?? null, ...counted }
            : { kind: 'ActionsNode' as const, id, ...counted };
        }),
        interval: input.interval,
        filterTestAccounts: input.exclude_test_accounts,
        properties: propertyFilters(input.filters),
        ...rangeOf(input),
        ...breakdownFilter(input.breakdown),
      },
      { signal },
    );
    const lines = results.map(({ label, count, data, days, breakdown_value: value }) => ({
      label,
      ...(value !== undefined && value !== null && { breakdown: value }),
      total: count,
      points: Object.fromEntries((data ?? []).map((number, at) => [String(days[at]), number])),
    }));
    const totals = lines.slice(0, 5).map(({ total }) => total);
    return {
      summary: `${lines.length} series by ${input.interval}; totals: ${totals.join(', ')}${lines.length > 5 ? ', …' : ''}.`,
      data: lines,
      fromVisitors: true,
      bounds: { items: 60, text: 200, total: 24_000 },
      more: 'Use a longer interval, a shorter range or fewer values of the breakdown.',
    };
  },
});

const funnel = readTool({
  name: 'funnel',
  title: 'Conversion through steps',
  description:
    'How many users did the events one after the other within a window, where they drop off, and how long it takes.',
  scopes: ['query:read'],
  input: {
    steps: z.array(z.string().min(1).max(400)).min(2).max(10).describe('Events in their order.'),
    window: window.describe('Time for all steps; 14 days unless given.'),
    order: z.enum(['ordered', 'unordered', 'strict']).default('ordered'),
    ...dateRange,
    breakdown,
    filters,
    exclude_test_accounts: testAccounts,
  },
  async run(input, { client, signal }) {
    const { results } = await client.query(
      {
        kind: 'FunnelsQuery',
        series: input.steps.map((event) => ({ kind: 'EventsNode' as const, event })),
        funnelsFilter: {
          funnelWindowInterval: input.window.count,
          funnelWindowIntervalUnit: input.window.unit,
          funnelOrderType: input.order,
        },
        filterTestAccounts: input.exclude_test_accounts,
        properties: propertyFilters(input.filters),
        ...rangeOf(input),
        ...breakdownFilter(input.breakdown),
      },
      { signal },
    );
    const all = results as FunnelStep[] | FunnelStep[][];
    const funnels = all
      .map((one) => (Array.isArray(one) ? one : null))
      .filter((one) => one !== null);
    const shown = (funnels.length > 0 ? funnels : [all as FunnelStep[]]).map(conversions);
    const [first] = shown;
    return {
      summary:
        shown.length === 1 && first !== undefined
          ? `${first.entered} entered, ${first.converted} converted (${first.conversion_percent} %).`
          : `${shown.length} funnels.`,
      data: shown,
      fromVisitors: true,
    };
  },
});

interface FunnelStep {
  readonly name: string | null;
  readonly count: number;
  readonly median_conversion_time: number | null;
  readonly breakdown_value?: unknown;
}

function conversions(steps: readonly FunnelStep[]) {
  const entered = steps[0]?.count ?? 0;
  const converted = steps.at(-1)?.count ?? 0;
  const percent = (part: number, whole: number): number | null =>
    whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
  return {
    ...(steps[0]?.breakdown_value !== undefined && { breakdown: steps[0].breakdown_value }),
    entered,
    converted,
    conversion_percent: percent(converted, entered),
    steps: steps.map(({ name, count, median_conversion_time: median }, at) => ({
      name,
      count,
      percent_of_previous: percent(count, steps[at - 1]?.count ?? count),
      median_seconds: median,
    })),
  };
}

const retention = readTool({
  name: 'retention',
  title: 'Who comes back',
  description:
    'Of the users who did an event in a period, how many did another (or the same) event in each later period.',
  scopes: ['query:read'],
  input: {
    start_event: z.string().min(1).max(400),
    return_event: z.string().max(400).optional().describe('The same event unless given.'),
    period: z.enum(['Day', 'Week', 'Month']).default('Week'),
    periods: z.int().min(2).max(31).default(8),
    first_time_only: z.boolean().default(false).describe('Only the first time counts as a start.'),
    filters,
  },
  async run(input, { client, signal }) {
    const event = (id: string) => ({ id, name: id, type: 'events' as const });
    const { period, periods } = input;
    const { results } = await client.query(
      {
        kind: 'RetentionQuery',
        dateRange: { date_from: `-${periods - 1}${period[0]?.toLowerCase() ?? 'w'}` },
        retentionFilter: {
          period,
          totalIntervals: periods,
          targetEntity: event(input.start_event),
          returningEntity: event(input.return_event ?? input.start_event),
          retentionType: input.first_time_only ? 'retention_first_time' : 'retention_recurring',
        },
        properties: propertyFilters(input.filters),
      },
      { signal },
    );
    const cohorts = results.map(({ date, values }) => {
      const counts = values.map(({ count }) => count);
      return { start: date.slice(0, 10), users: counts[0] ?? 0, counts };
    });
    return {
      summary: `${cohorts.length} groups of users by ${period.toLowerCase()}; counts[n] came back n periods later.`,
      data: cohorts,
      fromVisitors: true,
    };
  },
});

export const insightTools = [trend, funnel, retention];
