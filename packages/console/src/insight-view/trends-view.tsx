import { useMemo, useState } from 'react';
import type { QueryResponse } from '../api/query-runner';
import type { Drawn } from '../queries/insight/displays';
import { canAddUp, drawnAs } from '../queries/insight/displays';
import type { PeopleBehind } from '../queries/insight/people-behind';
import { peopleBehindPoint } from '../queries/insight/people-behind';
import type { TrendSeries, TrendsShape } from '../queries/insight/shape-trends';
import { shapeTrends } from '../queries/insight/shape-trends';
import type { TrendsQuery } from '../queries/insight/types';
import { useProject } from '../session/me';
import { Chart } from '../ui/chart/chart';
import { SeriesTable } from '../ui/chart/series-table';
import { BigNumbers, ValueBars } from '../ui/chart/totals';
import { EmptyState } from '../ui/state/states';
import styles from './insight-view.module.css';

/** Lines that are drawn until somebody chooses others in the legend. */
const DRAWN_LINES = 10;

interface TrendsViewProps {
  readonly query: TrendsQuery;
  readonly response: QueryResponse;
  readonly label: string;
  readonly isCompact?: boolean;
  readonly onPeople?: (people: PeopleBehind) => void;
}

/** A response to a `TrendsQuery`: chart and table, or one number per series. */
export function TrendsView(props: TrendsViewProps) {
  const { query, response, onPeople } = props;
  const shape = useMemo(() => shapeTrends(query, response), [query, response]);
  const drawn = drawnAs(query);
  if (drawn === null) {
    return (
      <EmptyState icon="chart-line" title="No chart for this display yet">
        Choose another chart type: {query.trendsFilter?.display} cannot be drawn here.
      </EmptyState>
    );
  }
  if (shape.series.length === 0) {
    return (
      <EmptyState icon="chart-line" title="No matching events">
        No event of the range matches. Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const open = (entry: TrendSeries, bucket: number | null): (() => void) | null =>
    openerOf(query, shape, entry, bucket, onPeople);
  if (drawn.over === 'total') {
    const Totals = drawn.kind === 'number' ? BigNumbers : ValueBars;
    return <Totals series={chartSeries(shape)} opener={(at) => openAt(shape, at, null, open)} />;
  }
  return <OverTime {...props} shape={shape} kind={drawn.kind} open={open} />;
}

type Open = (entry: TrendSeries, bucket: number | null) => (() => void) | null;

function openAt(shape: TrendsShape, series: number, bucket: number | null, open: Open) {
  const entry = shape.series[series];
  return entry === undefined ? null : open(entry, bucket);
}

function OverTime(
  props: TrendsViewProps & {
    readonly shape: TrendsShape;
    readonly kind: Extract<Drawn, { over: 'time' }>['kind'];
    readonly open: Open;
  },
) {
  const { query, shape, kind, open, label, isCompact = false, onPeople } = props;
  const project = useProject();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const series = useMemo(() => chartSeries(shape), [shape]);
  const hidden = useMemo(() => {
    const beyond = series.slice(DRAWN_LINES).map(({ key }) => key);
    return difference(new Set(beyond), changed);
  }, [changed, series]);
  const drawing = useMemo(
    () => ({
      kind: kind === 'table' ? ('line' as const) : kind,
      series: series.filter(({ key }) => !hidden.has(key)),
      buckets: shape.buckets,
      isLastRunning: shape.isLastRunning,
    }),
    [hidden, kind, series, shape],
  );
  const toggle = (key: string): void => setChanged(difference(changed, new Set([key])));
  return (
    <div className={styles.parts}>
      <Chart
        label={label}
        zone={project.timezone}
        height={isCompact ? 220 : 340}
        drawing={drawing}
        onOpen={
          onPeople === undefined
            ? null
            : (point) => {
                const key = drawing.series[point.series]?.key;
                const at = series.findIndex((entry) => entry.key === key);
                openAt(shape, at, point.bucket, open)?.();
              }
        }
      />
      {drawing.series.length < series.length && (
        <p className={styles.note}>
          {drawing.series.length} of {series.length} series are drawn; choose others in the table.
        </p>
      )}
      {!isCompact && (
        <SeriesTable
          label={`Values of ${label}`}
          series={series}
          buckets={shape.buckets}
          totalLabel={canAddUp(query) ? 'Sum' : null}
          hidden={hidden}
          onToggle={toggle}
          opener={({ series: at, bucket }) =>
            bucket === undefined ? null : openAt(shape, at, bucket, open)
          }
        />
      )}
    </div>
  );
}

/** What is in one of the two, not in both. */
function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a, ...b].filter((key) => a.has(key) !== b.has(key)));
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

/** Null for formulas, which nobody lies behind, and when nobody asks. */
function openerOf(
  query: TrendsQuery,
  shape: TrendsShape,
  entry: TrendSeries,
  bucket: number | null,
  onPeople: TrendsViewProps['onPeople'],
): (() => void) | null {
  const { seriesIndex } = entry;
  if (onPeople === undefined || seriesIndex === null) return null;
  const title = bucket === null ? entry.label : `${entry.label}, ${titleOf(shape, entry, bucket)}`;
  return () =>
    onPeople(
      peopleBehindPoint(query, {
        title,
        seriesIndex,
        // Both periods are asked for by the day of the current one (`docs/wire/insights-trends.md#trends-options`).
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
