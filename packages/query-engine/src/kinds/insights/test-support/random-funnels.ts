import type { Breakdown, FilterTree, FunnelCase, FunnelStep } from '@tidemark/testing';
import * as fc from 'fast-check';
import type { TestEvent } from './insight-fixture';
import { someFilter } from './random-filters';
import { filtersOf, seriesNode } from './random-insights';

const START = Date.parse('2020-03-02T20:00:00Z');

const PEOPLE = 25;

const BROWSER_A = { key: 'browser', value: 'A' };

/** Minutes between two events of a person. */
const pauses = fc.constantFrom(1, 1, 5, 5, 40, 40, 700);

/** Events of many persons at short intervals: most of them get somewhere in most funnels. No two at the same time. */
export const someSteps: fc.Arbitrary<TestEvent[]> = stepsWith(pauses);

/** Events of many persons, many of them simultaneous. */
export const someStepsAtOnce: fc.Arbitrary<TestEvent[]> = stepsWith(
  fc.constantFrom(0, 0, 0, 1, 5, 40),
);

function stepsWith(pause: fc.Arbitrary<number>): fc.Arbitrary<TestEvent[]> {
  return fc
    .array(
      fc.record({
        who: fc.nat({ max: PEOPLE - 1 }),
        pause,
        event: fc.constantFrom('one', 'two', '$pageview'),
        browser: fc.constantFrom(undefined, null, '', 'A', 'B'),
        os: fc.constantFrom(undefined, 'X', 'Y'),
        plan: fc.constantFrom(undefined, '', 'free', 'pro'),
        group0: fc.constantFrom(undefined, 'org1', 'org2', 'org3'),
        /** Sent with another distinct id, whose person was merged later. */
        isMerged: fc.constantFrom(false, false, false, true),
      }),
      { minLength: PEOPLE * 6, maxLength: PEOPLE * 8 },
    )
    .map((entries) => {
      const minutes = new Map<number, number>();
      return entries.map(({ who, pause, event, group0, plan, isMerged, ...properties }) => {
        const at = (minutes.get(who) ?? who) + pause;
        minutes.set(who, at);
        return {
          // Whole minutes plus one second per person: events of different persons are never simultaneous.
          at: new Date(START + at * 60_000 + who * 1_000)
            .toISOString()
            .replace('T', ' ')
            .slice(0, 19),
          event,
          who: `p${who}`,
          ...(isMerged && { distinctId: `p${who}x`, ingestedAs: `p${who}old` }),
          ...(group0 === undefined ? {} : { group0 }),
          properties,
          personProperties: { plan },
        };
      });
    });
}

const WINDOWS = {
  90: { funnelWindowInterval: 90, funnelWindowIntervalUnit: 'second' },
  1800: { funnelWindowInterval: 30, funnelWindowIntervalUnit: 'minute' },
  10800: { funnelWindowInterval: 3, funnelWindowIntervalUnit: 'hour' },
  86400: { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'day' },
  604800: { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'week' },
  1209600: {},
  2678400: { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'month' },
} as const;

type WindowSeconds = keyof typeof WINDOWS;

const filters: fc.Arbitrary<FilterTree> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom([], [], [BROWSER_A]) },
  fc.array(someFilter, { minLength: 1, maxLength: 1 }),
);

/** Actions, and groups of events that are one step. */
const gathered: fc.Arbitrary<FunnelStep> = fc.constantFrom(
  { event: null, action: 21 },
  { event: null, action: 22 },
  { event: null, nodes: [{ event: 'one' }, { event: 'two', properties: [BROWSER_A] }] },
  { event: null, nodes: [{ event: '$pageview' }, { event: null, action: 21 }] },
);

const someEntry: fc.Arbitrary<FunnelStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      event: fc.constantFrom('one', 'one', 'two', 'two', '$pageview', null),
      properties: filters,
    }),
  },
  gathered,
);

const valued = fc
  .record({
    breakdowns: fc.constantFrom<Breakdown[]>(
      [],
      [],
      ['browser'],
      ['browser', 'os'],
      [{ property: 'plan', type: 'person' }],
      [{ property: 'event', type: 'event_metadata' }],
      [{ property: '$entry_current_url', type: 'session' }],
      [{ property: 'size', type: 'group', group_type_index: 0 }],
      [{ property: "if(event = 'one', 'first', 'rest')", type: 'hogql' }],
    ),
    attribution: fc.constantFrom(
      'first_touch' as const,
      'last_touch' as const,
      'all_events' as const,
      'step' as const,
    ),
    attributionStep: fc.nat({ max: 1 }),
    limit: fc.integer({ min: 1, max: 4 }),
    windowSeconds: fc.constantFrom<WindowSeconds>(
      90,
      1800,
      1800,
      10800,
      10800,
      86400,
      604800,
      1209600,
      2678400,
    ),
    filters: fc.oneof(
      { weight: 4, arbitrary: fc.constant<FilterTree>([]) },
      fc.array(someFilter, { minLength: 1, maxLength: 1 }),
    ),
    of: fc.constantFrom<Pick<FunnelCase, 'ofGroups' | 'actor'>>(
      { ofGroups: false },
      { ofGroups: false },
      { ofGroups: true },
      { ofGroups: false, actor: 'properties.browser' },
    ),
  })
  .map(({ of, ...rest }) => ({ ...rest, ...of }));

/** Ordered funnels: any event may match a step, or several steps. */
export const someOrdered: fc.Arbitrary<FunnelCase> = fc
  .tuple(
    valued,
    fc.constantFrom('ordered' as const, 'strict' as const),
    fc.array(someEntry, { minLength: 2, maxLength: 4 }),
  )
  .map(([rest, order, steps]) => ({ ...rest, order, steps, exclusions: [] }));

/** Funnels with optional steps, none equal to the step after it. */
export const someWithOptional: fc.Arbitrary<FunnelCase> = fc
  .tuple(someOrdered, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }))
  .map(([query, optional]) => ({
    ...query,
    steps: query.steps.map((step, index) => ({
      ...step,
      optionalInFunnel:
        index > 0 &&
        index < query.steps.length - 1 &&
        optional[index] === true &&
        step.event !== null &&
        !isGathered(query.steps[index + 1]) &&
        step.event !== query.steps[index + 1]?.event,
    })),
  }));

function isGathered({ action, nodes }: FunnelStep = { event: null }): boolean {
  return action !== undefined || nodes !== undefined;
}

/** Funnels with steps that only the first event ever can match. */
export const someOfFirsts: fc.Arbitrary<FunnelCase> = fc
  .tuple(
    someOrdered,
    fc.array(
      fc.constantFrom(undefined, 'first_time_for_user', 'first_time_for_user_with_filters'),
      { minLength: 4, maxLength: 4 },
    ),
  )
  .map(([{ actor: _, ...query }, maths]) => ({
    ...query,
    ofGroups: false,
    steps: query.steps.map((step, index): FunnelStep => {
      const math = maths[index];
      return math === undefined ? step : { ...step, math };
    }),
  }));

/** Excluded events match no step. */
export const someExcluding: fc.Arbitrary<FunnelCase> = fc
  .tuple(
    valued,
    fc.constantFrom('ordered' as const, 'strict' as const),
    fc.array(fc.record({ event: fc.constantFrom('one', 'two'), properties: filters }), {
      minLength: 2,
      maxLength: 4,
    }),
    fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 3 }), filters), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([rest, order, steps, exclusions]) => ({
    ...rest,
    order,
    steps,
    exclusions: exclusions.map(([from, length, properties]) => {
      const funnelFromStep = Math.min(from, steps.length - 2);
      const funnelToStep = Math.min(funnelFromStep + length, steps.length - 1);
      return { event: '$pageview', properties, funnelFromStep, funnelToStep };
    }),
  }));

/** Funnels whose steps may occur in any order; an event may match several of them. */
export const someUnordered: fc.Arbitrary<FunnelCase> = fc
  .tuple(valued, fc.array(someEntry, { minLength: 2, maxLength: 4 }))
  .map(([rest, steps]) => ({
    ...rest,
    attributionStep: 0,
    order: 'unordered',
    steps,
    exclusions: [],
  }));

/** Unordered funnels with excluded events, which match no step. */
export const someUnorderedExcluding: fc.Arbitrary<FunnelCase> = someExcluding.map((query) => ({
  ...query,
  order: 'unordered',
  attributionStep: 0,
  exclusions: query.exclusions.map((exclusion) => ({
    ...exclusion,
    funnelFromStep: 0,
    funnelToStep: query.steps.length - 1,
  })),
}));

/** A funnel in the wire format; the range of steps and the view are passed in `more`. */
export function funnelQuery(query: FunnelCase, more: object = {}) {
  const { breakdowns, exclusions, attribution, attributionStep, limit } = query;
  return {
    kind: 'FunnelsQuery',
    series: query.steps.map(seriesNode),
    properties: filtersOf(query.filters ?? []),
    funnelsFilter: {
      funnelOrderType: query.order,
      ...WINDOWS[query.windowSeconds as WindowSeconds],
      exclusions: exclusions.map(({ properties = [], ...exclusion }) => ({
        kind: 'EventsNode',
        ...exclusion,
        properties: filtersOf(properties),
      })),
      breakdownAttributionType: attribution,
      ...(query.actor !== undefined && { funnelAggregateByHogQL: query.actor }),
      ...(attribution === 'step' && { breakdownAttributionValue: attributionStep }),
      ...more,
    },
    ...(query.ofGroups && { aggregation_group_type_index: 0 }),
    ...(breakdowns.length > 0 && {
      breakdownFilter: { ...breakdownOf(breakdowns), breakdown_limit: limit },
    }),
  };
}

/** Several breakdowns are always properties of events. */
function breakdownOf(breakdowns: readonly Breakdown[]): object {
  const [only] = breakdowns;
  if (only === undefined || typeof only === 'string') {
    return { breakdown: breakdowns, breakdown_type: 'event' };
  }
  const { property, type, group_type_index } = only;
  return {
    breakdown: property,
    breakdown_type: type,
    breakdown_group_type_index: group_type_index,
  };
}
