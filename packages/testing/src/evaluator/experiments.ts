import { addDays, daysBetween } from './calendar';
import { numberOf, passesTree, propertyOf, textOf } from './filters';
import type { HappenedEvent, LocalEvent } from './happened';
import { belongs, grouped, localized, nameOf, sum } from './model';
import type { FilterTree, Series } from './series';

/** What a metric makes of events: a number of each unit's. */
export interface ExperimentSource extends Omit<Series, 'math'> {
  readonly math:
    | 'total'
    | 'sum'
    | 'avg'
    | 'min'
    | 'max'
    | 'dau'
    | 'unique_session'
    | 'unique_group'
    | ((events: readonly LocalEvent[]) => number);
}

interface Outliers {
  readonly lower?: number;
  readonly upper?: number;
  readonly ignoreZeros?: boolean;
}

export type ExperimentMetricCase =
  | ({
      readonly type: 'mean';
      readonly source: ExperimentSource;
      readonly threshold?: number;
    } & Outliers)
  | {
      readonly type: 'ratio';
      readonly numerator: ExperimentSource;
      readonly denominator: ExperimentSource;
      readonly outliers?: Outliers;
    }
  | { readonly type: 'funnel'; readonly steps: readonly Series[]; readonly isOrdered: boolean }
  | {
      readonly type: 'retention';
      readonly start: Series;
      readonly completion: Series;
      readonly takesFirst: boolean;
      readonly from: number;
      readonly to: number;
      readonly unit: 'second' | 'minute' | 'hour' | 'day';
    };

/** An experiment with one metric, as a test sets it up. */
export interface ExperimentCase {
  readonly flag: string;
  readonly variants: readonly string[];
  /** UTC, both included. */
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  readonly takesFirst: boolean;
  readonly byGroups: boolean;
  /** The event that exposes in place of the flag's. */
  readonly exposedBy: string | null;
  /** What exposures have to pass. */
  readonly filters: FilterTree;
  readonly breakdowns: readonly string[];
  /** Seconds. */
  readonly window: number | null;
  /** UTC; units whose window ends later do not count. */
  readonly maturedAt: string | null;
  readonly lookbackDays: number | null;
  readonly metric: ExperimentMetricCase;
}

/** The units of a variant with the same breakdown values. */
export interface ExperimentRow {
  readonly variant: string;
  readonly shown: readonly string[];
  /** A value of each unit; two of ratios and retention. */
  readonly values: readonly number[];
  readonly denominators: readonly number[] | null;
  readonly covariates: readonly number[] | null;
  /** Of funnels, how many steps each unit did after its exposure. */
  readonly steps: readonly number[] | null;
}

const MISSING = '$$_posthog_breakdown_null_$$';
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** A unit that takes part. */
interface Unit {
  readonly variant: string;
  readonly shown: readonly string[];
  readonly exposedAt: number;
  readonly localExposure: string;
  readonly exposures: readonly LocalEvent[];
  /** All of its events, in order. */
  readonly events: readonly LocalEvent[];
}

interface Outcome {
  readonly value: number;
  readonly denominator?: number;
  readonly covariate?: number;
  readonly steps?: number;
}

/** What becomes of every unit of an experiment, by following each through its events. */
export function evaluateExperiment(
  happened: readonly HappenedEvent[],
  query: ExperimentCase,
): ExperimentRow[] {
  const outcomes = unitsOf(happened, query).flatMap((unit) => {
    const outcome = outcomeOf(unit, query);
    return outcome === null ? [] : [{ unit, outcome }];
  });
  const drawn = drawnIn(outcomes, query.metric).filter(({ unit }) => unit.variant !== '$multiple');
  const groups = grouped(drawn, ({ unit }) => JSON.stringify([unit.variant, ...unit.shown]));
  const listOf = (own: typeof drawn, key: 'denominator' | 'covariate' | 'steps') =>
    own[0]?.outcome[key] === undefined ? null : own.map(({ outcome }) => outcome[key] ?? 0);
  return [...groups].map(([key, own]) => {
    const [variant = '', ...shown] = JSON.parse(key) as string[];
    return {
      variant,
      shown,
      values: own.map(({ outcome }) => outcome.value),
      denominators: listOf(own, 'denominator'),
      covariates: listOf(own, 'covariate'),
      steps: listOf(own, 'steps'),
    };
  });
}

/** How many units each variant, or several of them, got on each local day. */
export function evaluateExposures(
  happened: readonly HappenedEvent[],
  query: ExperimentCase,
): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { variant, localExposure } of unitsOf(happened, query)) {
    const day = localExposure.slice(0, 10);
    const days = counts.get(variant) ?? new Map<string, number>();
    counts.set(variant, days.set(day, (days.get(day) ?? 0) + 1));
  }
  return counts;
}

function ms(utc: string): number {
  return Date.parse(`${utc.replace(' ', 'T')}Z`);
}

function unitsOf(happened: readonly HappenedEvent[], query: ExperimentCase): Unit[] {
  const setting = { zone: query.zone, weekStart: 0, interval: 'day', from: '', to: '' } as const;
  const events = localized(happened, setting)
    .filter(({ group0 = '' }) => !query.byGroups || group0 !== '')
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const byUnit = grouped(events, ({ who, group0 = '' }) => (query.byGroups ? group0 : who));
  return [...byUnit.values()].flatMap((own) => {
    const exposures = own.filter((event) => exposes(event, query));
    const [first] = exposures;
    if (first === undefined) return [];
    const variants = new Set(exposures.map((event) => variantOf(event, query)));
    const isMultiple = variants.size > 1 && !query.takesFirst;
    return {
      variant: isMultiple ? '$multiple' : (variantOf(first, query) ?? ''),
      shown: query.breakdowns.map((key) => textOf(propertyOf(first, 'event', key)) || MISSING),
      exposedAt: ms(first.at),
      localExposure: first.local,
      exposures,
      events: own,
    };
  });
}

function variantOf(event: LocalEvent, { flag, exposedBy }: ExperimentCase): string | null {
  const key = exposedBy === null ? '$feature_flag_response' : `$feature/${flag}`;
  return textOf(propertyOf(event, 'event', key));
}

function exposes(event: LocalEvent, query: ExperimentCase): boolean {
  const { flag, exposedBy, start, end, variants, filters } = query;
  if (nameOf(event) !== (exposedBy ?? '$feature_flag_called')) return false;
  if (exposedBy === null && propertyOf(event, 'event', '$feature_flag') !== flag) return false;
  if (event.at < start || event.at > end || !passesTree(event, filters)) return false;
  return variants.includes(variantOf(event, query) ?? '');
}

/** Null for a unit that does not count. */
function outcomeOf(unit: Unit, query: ExperimentCase): Outcome | null {
  const { metric, window, maturedAt, lookbackDays } = query;
  if (metric.type === 'retention') return returned(unit, query, metric);
  const until = unit.exposedAt + (window ?? 0) * 1_000;
  if (maturedAt !== null && window !== null && until > ms(maturedAt)) return null;
  if (metric.type === 'funnel') return walked(unit, query, metric);
  const made = (source: ExperimentSource): number => {
    const last = ms(query.end) + (window ?? 0) * 1_000;
    return valueOf(
      source,
      unit.events.filter(({ at }) => {
        const time = ms(at);
        return time >= unit.exposedAt && time < last && (window === null || time < until);
      }),
    );
  };
  if (metric.type === 'ratio') {
    return { value: made(metric.numerator), denominator: made(metric.denominator) };
  }
  const value = made(metric.source);
  const { threshold, lower, upper } = metric;
  if (threshold !== undefined && lower === undefined && upper === undefined) {
    return { value: value >= threshold ? 1 : 0 };
  }
  if (lookbackDays === null || threshold !== undefined) return { value };
  return { value, covariate: valueOf(metric.source, before(unit, lookbackDays)) };
}

function before({ events, exposedAt, localExposure }: Unit, days: number): LocalEvent[] {
  const from = addDays(localExposure.slice(0, 10), -days) + localExposure.slice(10);
  return events.filter(({ at, local }) => ms(at) < exposedAt && local >= from);
}

function valueOf(source: ExperimentSource, events: readonly LocalEvent[]): number {
  const own = events.filter((event) => belongs(event, { ...source, math: 'total' } as Series));
  const { math } = source;
  if (typeof math === 'function') return own.length === 0 ? math([]) : math(own);
  const numbers = own.map((event) =>
    source.math_property === undefined
      ? 1
      : (numberOf(propertyOf(event, 'event', source.math_property)) ?? 0),
  );
  const distinct = (of: (event: LocalEvent) => string): number =>
    new Set(own.map(of).filter((text) => text !== '')).size;
  switch (math) {
    case 'total':
      return own.length;
    case 'sum':
      return sum(numbers);
    case 'avg':
      return own.length === 0 ? 0 : sum(numbers) / own.length;
    case 'min':
      return own.length === 0 ? 0 : Math.min(...numbers);
    case 'max':
      return own.length === 0 ? 0 : Math.max(...numbers);
    case 'dau':
      return distinct(({ who }) => who);
    case 'unique_session':
      return distinct(({ session = '' }) => session);
    case 'unique_group':
      return distinct(({ group0 = '' }) => group0);
  }
}

/** The most steps after any exposure, each by a later event than the one before; or in any order from the first. */
function walked(
  unit: Unit,
  query: ExperimentCase,
  { steps, isOrdered }: ExperimentMetricCase & { type: 'funnel' },
): Outcome {
  const length = (query.window ?? 3 * 365 * 86_400) * 1_000;
  const last = ms(query.end) + (query.window ?? 0) * 1_000;
  const events = unit.events.filter(({ at }) => ms(at) <= last);
  const reached = isOrdered
    ? Math.max(...unit.exposures.map((from) => inOrder(from, events, steps, length)))
    : inAnyOrder(unit, events, steps, length);
  const covariate =
    query.lookbackDays === null || !isOrdered
      ? undefined
      : Number(
          before(unit, query.lookbackDays).some((one) => belongs(one, steps.at(-1) as Series)),
        );
  return {
    value: reached === steps.length ? 1 : 0,
    steps: reached,
    ...(covariate !== undefined && { covariate }),
  };
}

function inOrder(
  from: LocalEvent,
  events: readonly LocalEvent[],
  steps: readonly Series[],
  length: number,
): number {
  let step = 0;
  for (const event of events.slice(events.indexOf(from) + 1)) {
    const next = steps[step];
    if (next === undefined || ms(event.at) - ms(from.at) > length) break;
    if (belongs(event, next)) step += 1;
  }
  return step;
}

/** Windows may begin with any step; the exposure is one of them, so it is not counted. */
function inAnyOrder(
  { exposedAt, exposures }: Unit,
  events: readonly LocalEvent[],
  steps: readonly Series[],
  length: number,
): number {
  const matches = events
    .filter(({ at }) => ms(at) >= exposedAt)
    .map((event) => ({
      at: ms(event.at),
      steps: [
        ...(exposures.includes(event) ? [-1] : []),
        ...steps.flatMap((step, index) => (belongs(event, step) ? [index] : [])),
      ],
    }))
    .filter((event) => event.steps.length > 0);
  const sizes = matches.map(({ at: from }) => {
    const inWindow = matches.filter(({ at }) => at >= from && at - from <= length);
    return new Set(inWindow.flatMap((event) => event.steps)).size;
  });
  return Math.max(...sizes) - 1;
}

function returned(
  unit: Unit,
  { zone: _, window, end, maturedAt }: ExperimentCase,
  metric: ExperimentMetricCase & { type: 'retention' },
): Outcome | null {
  const { unit: span, from, to } = metric;
  const length = to * UNIT_MS[span];
  const last = ms(end) + (window ?? 0) * 1_000;
  const starts = unit.events.filter((event) => {
    const time = ms(event.at);
    const isInTime = window === null || time <= unit.exposedAt + window * 1_000;
    return belongs(event, metric.start) && time >= unit.exposedAt && time < last && isInTime;
  });
  const start = metric.takesFirst ? starts[0] : starts.at(-1);
  if (start === undefined) return null;
  const startedAt = ms(start.at);
  if (maturedAt !== null && length > 0 && startedAt + length > ms(maturedAt)) return null;
  const hasReturned = unit.events.some((event) => {
    const time = ms(event.at);
    if (event === start || !belongs(event, metric.completion)) return false;
    if (time < startedAt || time >= last + length) return false;
    const apart = spansBetween(start, event, span);
    return apart >= from && apart <= to;
  });
  return { value: hasReturned ? 1 : 0, denominator: 1 };
}

/** How many days or hours of the clock lie between two events; of shorter spans, how many have passed. */
function spansBetween(one: LocalEvent, other: LocalEvent, span: keyof typeof UNIT_MS): number {
  if (span === 'day') return daysBetween(one.local.slice(0, 10), other.local.slice(0, 10));
  if (span !== 'hour') return (ms(other.at) - ms(one.at)) / UNIT_MS[span];
  const hour = ({ at, local }: LocalEvent): number =>
    ms(at) - Number(local.slice(14, 16)) * 60_000 - Number(local.slice(17, 19)) * 1_000;
  return (hour(other) - hour(one)) / UNIT_MS.hour;
}

type Judged = { readonly unit: Unit; readonly outcome: Outcome };

function drawnIn(all: readonly Judged[], metric: ExperimentMetricCase): readonly Judged[] {
  const outliers =
    metric.type === 'mean' ? metric : metric.type === 'ratio' ? metric.outliers : undefined;
  const { lower, upper, ignoreZeros = false } = outliers ?? {};
  if (lower === undefined && upper === undefined) return all;
  return [...grouped(all, ({ unit }) => JSON.stringify(unit.shown)).values()].flatMap((own) => {
    const values = own.map(({ outcome }) => outcome.value).sort((one, other) => one - other);
    const least = lower === undefined ? (values[0] ?? 0) : quantile(values, lower);
    const most =
      upper === undefined
        ? (values.at(-1) ?? 0)
        : quantile(ignoreZeros ? values.filter((value) => value !== 0) : values, upper);
    return own.map(({ unit, outcome }) => ({
      unit,
      outcome: { ...outcome, value: Math.min(Math.max(outcome.value, least), most) },
    }));
  });
}

function quantile(sorted: readonly number[], level: number): number {
  return sorted[Math.min(Math.floor(level * sorted.length), sorted.length - 1)] ?? 0;
}
