import type { HappenedEvent, LocalEvent, Setting } from './model';
import { grouped, inRange, localized, nameOf, propertyText, sum } from './model';

export interface PathsCase {
  readonly types: readonly ('$pageview' | 'custom_event')[];
  readonly steps: number;
  readonly start: string | null;
  readonly end: string | null;
  readonly excluded: readonly string[];
}

export interface Edge {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly average_conversion_time: number;
}

interface Step {
  readonly item: string;
  readonly at: number;
}

const GAP_MS = 30 * 60_000;

/** Every path of everybody, walked step by step. */
export function evaluatePaths(
  events: readonly HappenedEvent[],
  query: PathsCase,
  setting: Setting,
): Edge[] {
  const read = localized(events, setting).filter((event) => inRange(event, setting));
  const walked = [...grouped(read, ({ who }) => who).values()]
    .flatMap((theirs) => sessionsOf(theirs, query))
    .flatMap((path) => edgesOf(cut(path, query)));
  return [...grouped(walked, ({ source, target }) => JSON.stringify([source, target])).values()]
    .map((same) => ({
      source: same[0]?.source ?? '',
      target: same[0]?.target ?? '',
      value: same.length,
      average_conversion_time: sum(same.map(({ duration }) => duration)) / same.length,
    }))
    .sort((one, other) => other.value - one.value || byText(one, other));
}

function byText(one: Edge, other: Edge): number {
  const [left, right] = [one.source, other.source];
  if (left !== right) return left < right ? -1 : 1;
  return one.target < other.target ? -1 : 1;
}

function sessionsOf(events: readonly LocalEvent[], { types, excluded }: PathsCase): Step[][] {
  const steps = events
    .filter((event) => types.length === 0 || types.includes(typeOf(event)))
    .map((event) => ({ item: itemOf(event), at: Date.parse(`${event.at.replace(' ', 'T')}Z`) }))
    .filter(({ item }) => !excluded.includes(item))
    .sort((one, other) => one.at - other.at);
  const sessions: Step[][] = [];
  let last = -Infinity;
  for (const step of steps) {
    if (step.at - last >= GAP_MS) sessions.push([]);
    sessions.at(-1)?.push(step);
    last = step.at;
  }
  return sessions.map((path) => path.filter(({ item }, at) => item !== path[at + 1]?.item));
}

function typeOf(event: LocalEvent): PathsCase['types'][number] {
  return nameOf(event) === '$pageview' ? '$pageview' : 'custom_event';
}

function itemOf(event: LocalEvent): string {
  if (nameOf(event) !== '$pageview') return nameOf(event);
  const url = propertyText(event, '$current_url') ?? '';
  return url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
}

function cut(path: readonly Step[], { start, end, steps }: PathsCase): readonly Step[] {
  const first = start === null ? 0 : path.findIndex(({ item }) => item === start);
  if (first === -1) return [];
  const fromStart = path.slice(first);
  if (end === null) return fromStart.slice(0, steps);
  const until = fromStart.slice(0, fromStart.findIndex(({ item }) => item === end) + 1);
  return until.slice(-steps);
}

function edgesOf(path: readonly Step[]) {
  return path.slice(1).map(({ item, at }, index) => ({
    source: `${index + 1}_${path[index]?.item ?? ''}`,
    target: `${index + 2}_${item}`,
    duration: at - (path[index]?.at ?? at),
  }));
}
