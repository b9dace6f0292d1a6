import { numberOf, propertyOf } from './filters';
import { grouped, sum } from './model';
import type { LocalEvent, Series } from './model';

/** The person or group that a series counts; undefined for events without one. */
export function actorOf(event: LocalEvent, series: Series): string | undefined {
  if (series.math_group_type_index === undefined) return event.who;
  return event.group0 === undefined || event.group0 === '' ? undefined : event.group0;
}

export function distinctActors(events: readonly LocalEvent[], series: Series): number {
  const actors = events.map((event) => actorOf(event, series));
  return new Set(actors.filter((actor) => actor !== undefined)).size;
}

const LEVELS: Readonly<Record<string, number>> = {
  median: 0.5,
  p75: 0.75,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
};

/** Computes a statistic, such as `avg` or `p90`; 0 for an empty list. Quantiles are interpolated. */
export function statistic(name: string, numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sorted = [...numbers].sort((one, other) => one - other);
  switch (name) {
    case 'sum':
      return sum(sorted);
    case 'avg':
      return sum(sorted) / sorted.length;
    case 'min':
      return sorted[0] ?? 0;
    case 'max':
      return sorted.at(-1) ?? 0;
  }
  const place = (LEVELS[name] ?? 0) * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? 0;
  return low + (high - low) * (place - Math.floor(place));
}

/** Computes the number of a series from the events of one bucket. */
export function valueOf(events: readonly LocalEvent[], series: Series): number {
  const math = series.math ?? 'total';
  if (math === 'total') return events.length;
  if (math === 'unique_session') return new Set(events.map(({ session }) => session ?? '')).size;
  if (math.endsWith('_count_per_actor')) {
    const counted = events.filter((event) => actorOf(event, series) !== undefined);
    const counts = [...grouped(counted, (event) => actorOf(event, series) ?? '').values()];
    return statistic(
      math.replace('_count_per_actor', ''),
      counts.map(({ length }) => length),
    );
  }
  if (math === 'hogql') {
    return events[0]?.world.aggregates?.[series.math_hogql ?? '']?.(events) ?? 0;
  }
  if (series.math_property === undefined) return distinctActors(events, series);
  return statistic(math, numbersOf(events, series));
}

/** The numbers from which a statistic is computed. A number of a session is counted once per session. */
function numbersOf(events: readonly LocalEvent[], series: Series): number[] {
  const key = series.math_property ?? '';
  const type = series.math_property_type ?? '';
  const ofSessions = key === '$session_duration' || type === 'session_properties';
  const read = ofSessions
    ? [...grouped(events.filter(hasSession), ({ session = '' }) => session).values()].flatMap(
        ([first]) => (first === undefined ? [] : [first]),
      )
    : events;
  const owner = ofSessions ? 'session' : type === 'person_properties' ? 'person' : 'event';
  return read
    .map((event) => numberOf(propertyOf(event, owner, key)))
    .filter((value) => value !== null)
    .map((value) => value * (series.math_multiplier ?? 1));
}

function hasSession({ session = '' }: LocalEvent): boolean {
  return session !== '';
}

/** Whether the math of a series can count an event: math of sessions needs an event with a session. */
export function canCount(event: LocalEvent, series: Series): boolean {
  const ofSessions =
    series.math_property === '$session_duration' ||
    series.math_property_type === 'session_properties';
  return ofSessions ? hasSession(event) : true;
}
