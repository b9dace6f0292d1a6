import { useMemo } from 'react';
import { peopleBehindIntervals, shapeStickiness } from '../queries/insight/shape-counts';
import type { StickinessQuery } from '../queries/insight/types';
import { EmptyState } from '../ui/state/states';
import { SeriesPanel } from './series-panel';
import type { ViewProps } from './view-props';

/** The response to a `StickinessQuery`: the number of people who were active in exactly 1, 2, 3, … intervals. */
export default function StickinessView(props: ViewProps<StickinessQuery>) {
  const { query, response, label, isCompact = false, onPeople } = props;
  const shape = useMemo(() => shapeStickiness(query, response), [query, response]);
  if (shape.series.every(({ total }) => total === 0)) {
    return (
      <EmptyState icon="users" title="Nobody in this range">
        No person of the range matches. Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const opener = (at: number, bucket: number | null): (() => void) | null => {
    const entry = shape.series[at];
    if (onPeople === undefined || entry === undefined) return null;
    const day = bucket === null ? null : (shape.days[bucket] ?? null);
    const when = bucket === null ? 'all active people' : shape.buckets[bucket]?.title;
    const value = bucket === null ? entry.total : (entry.values[bucket] ?? 0);
    const { index: series, compare } = entry;
    const title = `${entry.label}, ${when ?? ''}`;
    return () => onPeople(peopleBehindIntervals(query, { title, day, series, compare, value }));
  };
  return (
    <SeriesPanel
      label={label}
      kind="grouped-bars"
      series={shape.series}
      buckets={shape.buckets}
      isOverTime={false}
      caption={`Number of active ${query.interval ?? 'day'}s in the range`}
      isLastRunning={false}
      isCompact={isCompact}
      totalLabel="All active"
      canOpen={onPeople !== undefined}
      opener={opener}
    />
  );
}
