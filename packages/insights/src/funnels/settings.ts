import type { FunnelExclusion, FunnelsQuery } from '@tidemark/contracts';
import { InsightError } from '../insight-error';
import { eventNamesOf } from '../series/condition';

const MICROSECONDS = 1_000_000;
const UNIT_SECONDS = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 31 * 86_400,
} as const;

const DEFAULT_WINDOW = 14;

/** A funnel's settings with every default in its place (`wire/insights.md` §4.1); steps count from 0. */
export interface FunnelSettings {
  readonly order: 'ordered' | 'strict' | 'unordered';
  readonly view: 'steps' | 'trends' | 'time_to_convert';
  /** Microseconds from the first step to the last, both included. */
  readonly window: number;
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  /** Steps that may be left out. */
  readonly optional: ReadonlySet<number>;
  readonly exclusions: readonly FunnelExclusion[];
  /** One event may match several steps. */
  readonly hasOverlap: boolean;
  readonly attribution: 'first_touch' | 'last_touch' | 'all_events' | 'step';
  /** Which step gives the value, with attribution `step`. */
  readonly attributionStep: number;
}

/** @throws InsightError for settings that contradict each other (§4.2) */
export function funnelSettings(query: FunnelsQuery): FunnelSettings {
  const { series } = query;
  const filter = query.funnelsFilter ?? {};
  if (series.length === 0) throw new InsightError('Funnels need at least one step', 'series');
  const last = series.length - 1;
  const optional = new Set(
    series.flatMap((node, index) => (node.optionalInFunnel === true ? [index] : [])),
  );
  const view = filter.funnelVizType === 'flow' ? 'steps' : (filter.funnelVizType ?? 'steps');
  const settings: FunnelSettings = {
    order: filter.funnelOrderType ?? 'ordered',
    view,
    window:
      (filter.funnelWindowInterval ?? DEFAULT_WINDOW) *
      UNIT_SECONDS[filter.funnelWindowIntervalUnit ?? 'day'] *
      MICROSECONDS,
    from: filter.funnelFromStep ?? 0,
    to: filter.funnelToStep ?? last,
    steps: series.length,
    optional,
    exclusions: filter.exclusions ?? [],
    hasOverlap: overlap(series),
    attribution: filter.breakdownAttributionType ?? 'first_touch',
    attributionStep: filter.breakdownAttributionValue ?? 0,
  };
  checkRange(settings, last, filter);
  for (const exclusion of settings.exclusions) checkExclusion(exclusion, query, settings, last);
  checkAttribution(settings, last);
  checkOptional(query, settings);
  return settings;
}

function checkRange(
  { from, to, view }: FunnelSettings,
  last: number,
  given: NonNullable<FunnelsQuery['funnelsFilter']>,
): void {
  const isFree = last === 0 && view === 'steps';
  if (isFree) return;
  const field = 'funnelsFilter';
  if (from < 0 || from > last - 1) {
    throw new InsightError(
      `funnelFromStep must be from 0 to ${last - 1}`,
      `${field}.funnelFromStep`,
    );
  }
  if (to < 1 || to > last) {
    throw new InsightError(`funnelToStep must be from 1 to ${last}`, `${field}.funnelToStep`);
  }
  if (from >= to && (given.funnelFromStep !== undefined || given.funnelToStep !== undefined)) {
    throw new InsightError(
      'funnelFromStep must come before funnelToStep',
      `${field}.funnelFromStep`,
    );
  }
}

function checkExclusion(
  exclusion: FunnelExclusion,
  { series }: FunnelsQuery,
  { order }: FunnelSettings,
  last: number,
): void {
  const { funnelFromStep: from, funnelToStep: to } = exclusion;
  const field = 'funnelsFilter.exclusions';
  if (from >= to)
    throw new InsightError('Exclusion event range end must be greater than start', field);
  if (from < 0 || from >= last || to > last) {
    throw new InsightError('Exclusion steps cannot be outside the funnel', field);
  }
  if (order === 'unordered' && (from !== 0 || to !== last)) {
    throw new InsightError('Partial exclusions are not allowed in unordered funnels', field);
  }
  for (const node of series.slice(from, to + 1)) {
    const isSame =
      exclusion.kind === 'EventsNode'
        ? node.kind === 'EventsNode' && node.event === exclusion.event
        : node.kind === 'ActionsNode' && node.id === exclusion.id;
    if (isSame) {
      throw new InsightError(
        "Exclusion steps cannot contain an event that's part of funnel steps",
        field,
      );
    }
  }
}

function checkAttribution(
  { order, attribution, attributionStep }: FunnelSettings,
  last: number,
): void {
  if (attribution !== 'step') return;
  const field = 'funnelsFilter.breakdownAttributionValue';
  if (attributionStep < 0 || attributionStep > last) {
    throw new InsightError('The step of the breakdown is not in the funnel', field);
  }
  if (order === 'unordered' && attributionStep !== 0) {
    throw new InsightError(
      'Only the first step can be used for breakdowns of unordered funnels',
      field,
    );
  }
}

function checkOptional({ series }: FunnelsQuery, { order, view, optional }: FunnelSettings): void {
  if (optional.size === 0) return;
  if (order === 'unordered' || view !== 'steps') {
    throw new InsightError('Optional steps need an ordered funnel of steps', 'series');
  }
  if (optional.has(0)) throw new InsightError('The first step cannot be optional', 'series.0');
  for (const index of optional) {
    const [own, next] = [series[index], series[index + 1]];
    const follows = next !== undefined && !optional.has(index + 1);
    if (
      follows &&
      own?.kind === 'EventsNode' &&
      next.kind === 'EventsNode' &&
      own.event === next.event
    ) {
      throw new InsightError(
        'An optional step cannot be the same as the required step after it',
        `series.${index}`,
      );
    }
  }
}

/** Whether two steps can be of events of one name. */
function overlap(series: FunnelsQuery['series']): boolean {
  const seen = new Set<string>();
  return series.some((node) => {
    const names = eventNamesOf(node);
    if (names === null) return series.length > 1;
    const isKnown = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return isKnown;
  });
}
