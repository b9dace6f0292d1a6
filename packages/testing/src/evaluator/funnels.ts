import type { Breakdown } from './breakdowns';
import { valuesBy } from './breakdowns';
import { bucketOf } from './calendar';
import { passesTree, propertyOf, textOf } from './filters';
import type { FunnelCase, FunnelStep, Journey, Rules } from './funnel-case';
import { timestampOf, stepsOf } from './funnel-case';
import { begunBy, journeyInAnyOrder } from './funnel-in-any-order';
import { journeyInOrder } from './funnel-in-order';
import type { HappenedEvent, LocalEvent, Setting } from './model';
import { axis, belongs, grouped, inRange, localized, named, sum, untilEnd } from './model';
import { statistic } from './values';

export interface FunnelRow {
  readonly value: readonly string[];
  readonly counts: readonly number[];
  /** Seconds since the step before; null for the first step, and if no actor took more than 0 seconds. */
  readonly means: readonly (number | null)[];
  readonly medians: readonly (number | null)[];
}

/** The journey of an actor for one breakdown value. */
interface Way {
  readonly value: readonly string[];
  readonly journey: Journey;
}

const OTHER = 'Other';

/** Computes the steps of a funnel by reading the events of each actor in the order of time. */
export function evaluateFunnelSteps(
  events: readonly HappenedEvent[],
  query: FunnelCase,
  setting: Setting,
): FunnelRow[] {
  const ways = actorsOf(events, query, setting).flatMap((theirs) => waysOf(theirs, query));
  const rows = [...grouped(ways, ({ value }) => JSON.stringify(value)).values()].map((of) => ({
    value: of[0]?.value ?? [],
    ways: of,
    counts: query.steps.map(
      (_, step) => of.filter((way) => hasDone(way.journey, step, query)).length,
    ),
  }));
  const order = rows.sort((one, other) => {
    for (let step = query.steps.length - 1; step >= 0; step -= 1) {
      const difference = (other.counts[step] ?? 0) - (one.counts[step] ?? 0);
      if (difference !== 0) return difference;
    }
    return one.value.join('\u0001') < other.value.join('\u0001') ? -1 : 1;
  });
  const limit = query.breakdowns.some(isExpression) ? Infinity : query.limit;
  const rest = order.slice(limit);
  const shown = order.slice(0, limit);
  if (rest.length > 0) {
    shown.push({
      value: query.breakdowns.map(() => OTHER),
      ways: rest.flatMap((row) => row.ways),
      counts: query.steps.map((_, step) => sum(rest.map(({ counts }) => counts[step] ?? 0))),
    });
  }
  return shown.map((row) => ({
    value: row.value,
    counts: row.counts,
    means: query.steps.map((_, step) => timeTo(step, row.ways, query, 'avg')),
    medians: query.steps.map((_, step) => timeTo(step, row.ways, query, 'median')),
  }));
}

/** The limit of breakdown values does not apply to expressions of the query language. */
function isExpression(breakdown: Breakdown): boolean {
  return typeof breakdown !== 'string' && breakdown.type === 'hogql';
}

/** The conversion of one breakdown value over time. */
export interface FunnelTrend {
  readonly value: readonly string[];
  /** Per interval: the number of actors that entered the funnel, and the number that converted. */
  readonly periods: readonly { readonly entered: number; readonly converted: number }[];
}

/** The largest number of points of all values together. */
const MAX_POINTS = 1_000;

/**
 * Computes the conversion over time, for the breakdown values with the most entries; for all actors together if there
 * is no breakdown.
 */
export function evaluateFunnelTrend(
  events: readonly HappenedEvent[],
  query: FunnelCase,
  { from, to }: { readonly from: number; readonly to: number },
  setting: Setting,
): FunnelTrend[] {
  const actors = actorsOf(events, query, setting);
  const buckets = axis(setting).map((bucket) => {
    const begins = ({ local }: LocalEvent): boolean =>
      bucketOf(local, setting.interval, setting.weekStart) === bucket;
    return grouped(
      actors.flatMap((theirs) => waysOf(theirs, query, begins)),
      ({ value }) => JSON.stringify(value),
    );
  });
  const keys = new Set(buckets.flatMap((ways) => [...ways.keys()]));
  if (query.breakdowns.length === 0) keys.add('[]');
  const trends = [...keys].map((key) => ({
    value: JSON.parse(key) as string[],
    periods: buckets.map((ways) => {
      const done = (step: number): number =>
        ways.get(key)?.filter(({ journey }) => journey.level >= step).length ?? 0;
      return { entered: done(from), converted: done(to) };
    }),
  }));
  if (query.breakdowns.length === 0) return trends;
  const lines = Math.min(query.limit, Math.floor(MAX_POINTS / buckets.length));
  const entries = ({ periods }: FunnelTrend): number =>
    periods.reduce((sum, { entered }) => sum + entered, 0);
  return trends
    .sort((one, other) => entries(other) - entries(one) || byParts(other.value, one.value))
    .slice(0, Math.max(1, lines))
    .sort((one, other) => byParts(returned(one), returned(other)));
}

function returned({ value }: FunnelTrend): readonly string[] {
  return value.map((part) => part || 'None');
}

function byParts(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at === -1) return 0;
  return (one[at] ?? '') < (other[at] ?? '') ? -1 : 1;
}

/** The seconds between two steps, for each actor that reached the later one. */
export function evaluateFunnelTimes(
  events: readonly HappenedEvent[],
  query: FunnelCase,
  { from, to }: { readonly from: number; readonly to: number },
  setting: Setting,
): number[] {
  return actorsOf(events, query, setting)
    .flatMap((theirs) => waysOf(theirs, query))
    .filter(({ journey }) => journey.level >= to)
    .map(({ journey: { run } }) => ((run.times[to] ?? 0) - (run.times[from] ?? 0)) / 1_000);
}

/** The events of each actor, in the order of time. */
export function actorsOf(
  events: readonly HappenedEvent[],
  query: FunnelCase,
  setting: Setting,
): LocalEvent[][] {
  const { ofGroups, actor, filters = [] } = query;
  const all = localized(events, setting).sort(
    (one, other) => timestampOf(one) - timestampOf(other),
  );
  const actors = grouped(all, (event) => {
    if (actor !== undefined) return textOf(propertyOf(event, 'hogql', actor)) ?? '';
    return ofGroups ? (event.group0 ?? '') : event.who;
  });
  actors.delete('');
  return [...actors.values()].flatMap((theirs) => {
    const firsts = query.steps.map((step) => firstOf(theirs, step, query, setting));
    const read = theirs
      .filter((event) => inRange(event, setting) && passesTree(event, filters))
      .map((event) => ({
        ...event,
        firstOf: firsts.flatMap((first, step) => (first === event ? [step] : [])),
      }));
    return read.length === 0 ? [] : [read];
  });
}

/**
 * The first event of a step before the end of the range: whatever its properties (`first_time_for_user`), or the first
 * that passes all filters.
 */
function firstOf(
  events: readonly LocalEvent[],
  step: FunnelStep,
  { filters = [] }: FunnelCase,
  setting: Setting,
): LocalEvent | undefined {
  const isPlain = step.math === 'first_time_for_user';
  return events.find(
    (event) =>
      untilEnd(event, setting) &&
      (isPlain ? named(event, step) : belongs(event, step) && passesTree(event, filters)),
  );
}

/** The journeys of an actor: one for each breakdown value that the actor has. */
export function waysOf(
  events: readonly LocalEvent[],
  query: FunnelCase,
  begins: (event: LocalEvent) => boolean = () => true,
): Way[] {
  return valuesOf(events, query).flatMap(({ value, own, isValue }) => {
    const mayTake = (event: LocalEvent, step: number): boolean =>
      isValue(event, step) && (step > 0 || query.order === 'unordered' || begins(event));
    const rules: Rules = { query, mayTake };
    const journey =
      query.order === 'unordered'
        ? journeyInAnyOrder(own, rules, begins)
        : journeyInOrder(own, rules);
    return journey === undefined ? [] : [{ value, journey }];
  });
}

interface OwnValue {
  readonly value: readonly string[];
  readonly own: readonly LocalEvent[];
  readonly isValue: (event: LocalEvent, step: number) => boolean;
}

/** The breakdown values of an actor according to the attribution (`docs/wire/insights-funnels.md#attribution`). */
function valuesOf(events: readonly LocalEvent[], query: FunnelCase): OwnValue[] {
  const { breakdowns, attribution, attributionStep } = query;
  const always = (): boolean => true;
  if (breakdowns.length === 0) return [{ value: [], own: events, isValue: always }];
  const valueOf = valuesBy(breakdowns, events, '');
  const key = (event: LocalEvent): string => JSON.stringify(valueOf(event));
  const rules: Rules = { query, mayTake: always };
  const read = events.filter(
    (event) =>
      query.order === 'strict' ||
      stepsOf(event, rules).length > 0 ||
      query.exclusions.some((exclusion) => belongs(event, exclusion)),
  );
  if (attribution === 'all_events') {
    return [...grouped(read, key).values()].map((own) => ({
      value: own[0] === undefined ? [] : valueOf(own[0]),
      own,
      isValue: always,
    }));
  }
  if (attribution === 'step' && query.order === 'unordered') {
    return [...grouped(read, key)].map(([value, [event]]) => ({
      value: event === undefined ? [] : valueOf(event),
      own: begunBy(read, query, (one) => key(one) === value),
      isValue: always,
    }));
  }
  if (attribution === 'step') {
    const onStep = read.filter((event) => stepsOf(event, rules).includes(attributionStep));
    return [...grouped(onStep, key)].map(([value, [event]]) => ({
      value: event === undefined ? [] : valueOf(event),
      own: events,
      isValue: (one, step) => step !== attributionStep || key(one) === value,
    }));
  }
  const touches = attribution === 'first_touch' ? read : [...read].reverse();
  const touch = touches.find((event) => valueOf(event).some((part) => part !== ''));
  const value = touch === undefined ? breakdowns.map(() => '') : valueOf(touch);
  return [{ value, own: events, isValue: always }];
}

function isOptional(step: number, { steps }: FunnelCase): boolean {
  return steps[step]?.optionalInFunnel === true;
}

function hasDone({ level, run }: Journey, step: number, query: FunnelCase): boolean {
  return isOptional(step, query) ? run.times[step] !== undefined : level >= step;
}

/**
 * The mean or median time of a step in seconds. Optional steps have no time; the time of a step after them starts at
 * the last step that is not optional.
 */
function timeTo(
  step: number,
  ways: readonly Way[],
  query: FunnelCase,
  name: 'avg' | 'median',
): number | null {
  if (step === 0 || isOptional(step, query)) return null;
  let earlier = step - 1;
  while (isOptional(earlier, query)) earlier -= 1;
  const taken = ways
    .filter(({ journey }) => journey.level >= step)
    .map(({ journey: { run } }) => ((run.times[step] ?? 0) - (run.times[earlier] ?? 0)) / 1_000)
    .filter((seconds) => seconds > 0);
  return taken.length === 0 ? null : statistic(name, taken);
}
