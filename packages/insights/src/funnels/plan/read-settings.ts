import type { FunnelsQuery, SeriesNode } from '@tidemark/contracts';
import { eventNamesOf } from '../../series/condition';
import { isWarehouseSeries, sourceKeyOf } from '../../series/warehouse-series';
import { checkSettings, checkSteps } from './check-settings';
import type { FunnelSettings } from './settings';

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

/**
 * @throws InsightError for settings that contradict each other (`docs/wire/insights-funnels.md#funnel-validation`)
 */
export function funnelSettings(query: FunnelsQuery): FunnelSettings {
  const { series } = query;
  const filter = query.funnelsFilter ?? {};
  checkSteps(query);
  const last = series.length - 1;
  const optional = new Set(
    series.flatMap((node, index) => (node.optionalInFunnel === true ? [index] : [])),
  );
  const view = filter.funnelVizType === 'flow' ? 'steps' : (filter.funnelVizType ?? 'steps');
  const settings: FunnelSettings = {
    order: filter.funnelOrderType ?? 'ordered',
    view,
    window:
      windowOf(filter.funnelWindowInterval) *
      UNIT_SECONDS[filter.funnelWindowIntervalUnit ?? 'day'] *
      MICROSECONDS,
    from: filter.funnelFromStep ?? 0,
    to: filter.funnelToStep ?? last,
    steps: series.length,
    optional,
    exclusions: filter.exclusions ?? [],
    hasOverlap: hasOverlap(series),
    attribution: filter.breakdownAttributionType ?? 'first_touch',
    attributionStep: filter.breakdownAttributionValue ?? 0,
  };
  checkSettings(query, settings);
  return settings;
}

/** A missing or invalid window is the default one. */
function windowOf(interval: number | null | undefined): number {
  return typeof interval === 'number' && interval > 0 ? interval : DEFAULT_WINDOW;
}

/** Whether two steps can match events of one name, or rows of one table. */
export function hasOverlap(series: readonly SeriesNode[]): boolean {
  const seen = new Set<string>();
  return series.some((node) => {
    const names = isWarehouseSeries(node) ? [sourceKeyOf(node)] : eventNamesOf(node);
    if (names === null) return series.length > 1;
    const isKnown = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return isKnown;
  });
}
