import type { ExperimentCase, ExperimentMetricCase, ExperimentSource } from './experiment-case';
import type { Outcome } from './experiment-journeys';
import { returned, walked } from './experiment-journeys';
import type { Unit } from './experiment-units';
import { before, ms, unitsOf } from './experiment-units';
import { numberOf, propertyOf } from './filters';
import type { HappenedEvent, LocalEvent } from './happened';
import { belongs, grouped, sum } from './model';

/** The units of a variant that have the same breakdown values. */
export interface ExperimentRow {
  readonly variant: string;
  readonly shown: readonly string[];
  /** One value per unit; ratios and retention have a numerator and a denominator. */
  readonly values: readonly number[];
  readonly denominators: readonly number[] | null;
  readonly covariates: readonly number[] | null;
  /** The number of steps that each unit did after its exposure; null unless the metric is a funnel. */
  readonly steps: readonly number[] | null;
}

/** The values of all units of an experiment, computed from the events of each unit. */
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

/** Counts the exposed units: variant (`$multiple` for units with several) → local day → number of units. */
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

/** The result of a unit; null if the unit is not counted. */
function outcomeOf(unit: Unit, query: ExperimentCase): Outcome | null {
  const { metric, window, maturedAt, lookbackDays } = query;
  if (metric.type === 'retention') return returned(unit, query, metric);
  const until = unit.exposedAt + (window ?? 0) * 1_000;
  if (maturedAt !== null && window !== null && until > ms(maturedAt)) return null;
  if (metric.type === 'funnel') return walked(unit, query, metric);
  const last = ms(query.end) + (window ?? 0) * 1_000;
  const isInWindow = ({ at }: LocalEvent): boolean => {
    const time = ms(at);
    return time >= unit.exposedAt && time < last && (window === null || time < until);
  };
  const sessionsOf = (source: ExperimentSource): readonly LocalEvent[] => {
    const isRead = ({ at }: LocalEvent): boolean => at >= query.start && ms(at) < last;
    return firstOfSessions(source, unit.events.filter(isRead)).filter(isInWindow);
  };
  const made = (source: ExperimentSource): number =>
    isOfSessions(source)
      ? statisticOf(
          source.math,
          sessionsOf(source).map(
            (event) => numberOf(propertyOf(event, 'session', '$session_duration')) ?? 0,
          ),
        )
      : valueOf(source, unit.events.filter(isInWindow));
  if (metric.type === 'ratio') {
    return { value: made(metric.numerator), denominator: made(metric.denominator) };
  }
  if (isOfSessions(metric.source) && sessionsOf(metric.source).length === 0) return null;
  const value = made(metric.source);
  const { threshold, lower, upper } = metric;
  if (threshold !== undefined && lower === undefined && upper === undefined) {
    return { value: value >= threshold ? 1 : 0 };
  }
  if (lookbackDays === null || threshold !== undefined || isOfSessions(metric.source)) {
    return { value };
  }
  return { value, covariate: valueOf(metric.source, before(unit, lookbackDays)) };
}

function valueOf(source: ExperimentSource, events: readonly LocalEvent[]): number {
  const own = events.filter((event) => belongs(event, { ...source, math: 'total' }));
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
    case 'avg':
    case 'min':
    case 'max':
      return statisticOf(math, numbers);
    case 'dau':
      return distinct(({ who }) => who);
    case 'unique_session':
      return distinct(({ session = '' }) => session);
    case 'unique_group':
      return distinct(({ group0 = '' }) => group0);
  }
}

function statisticOf(math: ExperimentSource['math'], numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  if (math === 'avg') return sum(numbers) / numbers.length;
  if (math === 'min') return Math.min(...numbers);
  if (math === 'max') return Math.max(...numbers);
  return sum(numbers);
}

/** Whether a source counts sessions, by their duration. */
function isOfSessions({ math_property: key }: ExperimentSource): boolean {
  return key === '$session_duration';
}

/** The first event of a source in each session. @param events in the order of time */
function firstOfSessions(
  source: ExperimentSource,
  events: readonly LocalEvent[],
): readonly LocalEvent[] {
  const own = events.filter(
    (event) => belongs(event, { ...source, math: 'total' }) && (event.session ?? '') !== '',
  );
  const sessions = grouped(own, ({ session = '' }) => session);
  return [...sessions.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
}

interface Judged {
  readonly unit: Unit;
  readonly outcome: Outcome;
}

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
