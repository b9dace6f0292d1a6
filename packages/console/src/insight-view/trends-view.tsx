import { lazy, useMemo } from 'react';
import { canAddUp, drawnAs } from '../queries/insight/displays';
import { peopleBehindPoint } from '../queries/insight/people-behind';
import type { TrendSeries, TrendsShape } from '../queries/insight/shape-trends';
import { shapeTrends } from '../queries/insight/shape-trends';
import type { TrendsQuery } from '../queries/insight/types';
import type { ChartKind } from '../ui/chart/chart-types';
import { BigNumbers, ValueBars, ValueTable } from '../ui/chart/totals';
import { EmptyState, Loading } from '../ui/state/states';
import { Lazily } from '../ui/state/lazily';
import { AnnotatedPanel } from './annotations/annotated-panel';
import type { ViewProps } from './view-props';

// Loaded when first used.
const BoxPlotView = lazy(() => import('./box-plot-view'));
const HeatmapView = lazy(() => import('./heatmap-view'));

const TOTALS = { number: BigNumbers, bars: ValueBars, table: ValueTable } as const;

/** The response to a `TrendsQuery`, drawn as its display requires. */
export default function TrendsView(props: ViewProps<TrendsQuery>) {
  const { query } = props;
  const drawn = drawnAs(query);
  if (drawn === null) {
    return (
      <EmptyState icon="chart-line" title="No chart for this display yet">
        Choose another chart type: {query.trendsFilter?.display} cannot be drawn here.
      </EmptyState>
    );
  }
  switch (drawn.over) {
    case 'time':
      return <Series {...props} over="time" kind={drawn.kind} />;
    case 'total':
      return <Series {...props} over="total" kind={drawn.kind} />;
    case 'values':
      return (
        <Lazily fallback={<Loading label="Loading the chart" />}>
          <BoxPlotView {...props} />
        </Lazily>
      );
    case 'week':
      return (
        <Lazily fallback={<Loading label="Loading the chart" />}>
          <HeatmapView {...props} />
        </Lazily>
      );
  }
}

type SeriesProps = ViewProps<TrendsQuery> &
  (
    | { readonly over: 'time'; readonly kind: ChartKind }
    | { readonly over: 'total'; readonly kind: keyof typeof TOTALS }
  );

function Series(props: SeriesProps) {
  const { query, response, label, isCompact = false, insightId, onPeople } = props;
  const shape = useMemo(() => shapeTrends(query, response), [query, response]);
  const series = useMemo(() => chartSeries(shape), [shape]);
  if (shape.series.length === 0) {
    return (
      <EmptyState icon="chart-line" title="No matching events">
        No event of the range matches. Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const opener = (at: number, bucket: number | null): (() => void) | null => {
    const entry = shape.series[at];
    return entry === undefined ? null : openerOf(query, shape, entry, bucket, onPeople);
  };
  if (props.over === 'total') {
    const Totals = TOTALS[props.kind];
    return <Totals series={series} opener={(at) => opener(at, null)} />;
  }
  return (
    <AnnotatedPanel
      label={label}
      insightId={insightId}
      days={currentDays(shape)}
      kind={props.kind}
      series={series}
      buckets={shape.buckets}
      isLastRunning={shape.isLastRunning}
      isCompact={isCompact}
      totalLabel={canAddUp(query) ? 'Sum' : null}
      canOpen={onPeople !== undefined}
      opener={opener}
    />
  );
}

function chartSeries(shape: TrendsShape) {
  return shape.series.map(({ key, label, values, days, total, compare, look }) => ({
    key,
    label,
    values,
    days,
    total,
    look,
    isBefore: compare === 'previous',
  }));
}

/** Returns null for formulas, which have no actors, and if the caller does not open people. */
function openerOf(
  query: TrendsQuery,
  shape: TrendsShape,
  entry: TrendSeries,
  bucket: number | null,
  onPeople: ViewProps['onPeople'],
): (() => void) | null {
  const { seriesIndex } = entry;
  if (onPeople === undefined || seriesIndex === null) return null;
  const title = bucket === null ? entry.label : `${entry.label}, ${titleOf(shape, entry, bucket)}`;
  return () =>
    onPeople(
      peopleBehindPoint(query, {
        title,
        seriesIndex,
        // Values of both periods are requested by the day in the current period
        // (`docs/wire/insights-trends.md#trends-options`).
        day: bucket === null ? null : (currentDays(shape)[bucket] ?? null),
        breakdown: entry.breakdown,
        compare: entry.compare,
        exactRange: shape.range,
        value: bucket === null ? entry.total : (entry.values[bucket] ?? 0),
      }),
    );
}

function titleOf(shape: TrendsShape, entry: TrendSeries, bucket: number): string {
  if (entry.compare === 'previous') return entry.days[bucket] ?? '';
  return shape.buckets[bucket]?.title ?? '';
}

function currentDays(shape: TrendsShape): readonly string[] {
  return (
    (shape.series.find(({ compare }) => compare !== 'previous') ?? shape.series[0])?.days ?? []
  );
}
