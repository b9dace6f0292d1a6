import { daysBetween } from './calendar';
import type { ExperimentCase, ExperimentMetricCase } from './experiment-case';
import type { Unit } from './experiment-units';
import { before, ms } from './experiment-units';
import type { LocalEvent } from './happened';
import { belongs } from './model';
import type { Series } from './series';

const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The result of one unit for the metric. */
export interface Outcome {
  readonly value: number;
  readonly denominator?: number;
  readonly covariate?: number;
  readonly steps?: number;
}

/**
 * The result of a unit for a funnel metric: the largest number of steps after any exposure. In an ordered funnel, each
 * step needs a later event than the step before it; otherwise, the steps may happen in any order.
 */
export function walked(
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

/**
 * A window may begin with any step. The exposure counts as a step of the window, so it is subtracted from the result.
 */
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

/**
 * The result of a unit for a retention metric: whether it returned after its start event; null if it has no start
 * event.
 */
export function returned(
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

/**
 * The difference between two events in calendar days or hours of the clock; for shorter units, the elapsed time in this
 * unit.
 */
function spansBetween(one: LocalEvent, other: LocalEvent, span: keyof typeof UNIT_MS): number {
  if (span === 'day') return daysBetween(one.local.slice(0, 10), other.local.slice(0, 10));
  if (span !== 'hour') return (ms(other.at) - ms(one.at)) / UNIT_MS[span];
  const hour = ({ at, local }: LocalEvent): number =>
    ms(at) - Number(local.slice(14, 16)) * 60_000 - Number(local.slice(17, 19)) * 1_000;
  return (hour(other) - hour(one)) / UNIT_MS.hour;
}
