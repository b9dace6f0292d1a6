import { propertyOf, textOf } from './filters';
import type { LocalEvent, HappenedEvent, Setting } from './model';
import { grouped, inRange, localized, nameOf, propertyText, sum } from './model';

export interface PathsCase {
  readonly types: readonly ('$pageview' | 'custom_event')[];
  readonly steps: number;
  readonly start: string | null;
  readonly end: string | null;
  readonly excluded: readonly string[];
  /** An expression of the query language whose values are the items, instead of pages and event names. */
  readonly expression?: string;
  /** Patterns with `*`; an item that matches one is replaced by the pattern. */
  readonly groupings?: readonly string[];
  readonly cleaning?: readonly { readonly regex: string; readonly alias: string }[];
  readonly least?: number;
  readonly most?: number;
  readonly edges?: number;
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

/** Computes the edges of paths by reading the sessions of each person. */
export function evaluatePaths(
  events: readonly HappenedEvent[],
  query: PathsCase,
  setting: Setting,
): Edge[] {
  const read = localized(events, setting).filter((event) => inRange(event, setting));
  const walked = [...grouped(read, ({ who }) => who).values()]
    .flatMap((theirs) => sessionsOf(theirs, query))
    .flatMap((path) => edgesOf(cut(path, query)));
  const { least = 0, most = Infinity, edges = Infinity } = query;
  const found = [
    ...grouped(walked, ({ source, target }) => JSON.stringify([source, target])).values(),
  ]
    .map((same) => ({
      source: same[0]?.source ?? '',
      target: same[0]?.target ?? '',
      value: same.length,
      average_conversion_time: sum(same.map(({ duration }) => duration)) / same.length,
    }))
    .filter(({ value }) => value >= least && value <= most)
    .sort((one, other) => other.value - one.value || byText(one, other))
    .slice(0, edges);
  return found.filter((edge) => isReachable(edge, found));
}

/** Whether the edge can be reached from a first item by the edges that are shown. */
function isReachable({ source }: Edge, edges: readonly Edge[]): boolean {
  if (source.startsWith('1_')) return true;
  return edges.some((one) => one.target === source && isReachable(one, edges));
}

function byText(one: Edge, other: Edge): number {
  const [left, right] = [one.source, other.source];
  if (left !== right) return left < right ? -1 : 1;
  return one.target < other.target ? -1 : 1;
}

function sessionsOf(events: readonly LocalEvent[], query: PathsCase): Step[][] {
  const { types, excluded, expression } = query;
  const steps = events
    .filter(
      (event) => types.length === 0 || expression !== undefined || types.includes(typeOf(event)),
    )
    .map((event) => ({
      item: shownItem(event, query),
      at: Date.parse(`${event.at.replace(' ', 'T')}Z`),
    }))
    .filter(({ item }) => !excluded.includes(item))
    // Items with the same time are sorted by name.
    .sort((one, other) => one.at - other.at || (one.item < other.item ? -1 : 1));
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

function shownItem(event: LocalEvent, query: PathsCase): string {
  const { expression, groupings = [], cleaning = [] } = query;
  const plain =
    expression === undefined
      ? itemOf(event)
      : (textOf(propertyOf(event, 'hogql', expression)) ?? '');
  const item = cleaning.reduce(
    (text, { regex, alias }) => text.replace(new RegExp(regex, 'g'), alias),
    plain,
  );
  // A pattern may match any part of an item.
  const covers = (pattern: string): boolean => {
    const [start = '', end = ''] = pattern.split('*');
    const at = item.indexOf(start);
    return at !== -1 && item.includes(end, at + start.length);
  };
  return groupings.findLast(covers) ?? item;
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
  if (start === null || until.length <= steps) return until.slice(-steps);
  const half = Math.floor(steps / 2);
  const dots = { item: '...', at: until[half]?.at ?? 0 };
  return [...until.slice(0, half), dots, ...until.slice(-half)];
}

function edgesOf(path: readonly Step[]) {
  return path.slice(1).map(({ item, at }, index) => ({
    source: `${index + 1}_${path[index]?.item ?? ''}`,
    target: `${index + 2}_${item}`,
    duration: at - (path[index]?.at ?? at),
  }));
}
