import { useMemo } from 'react';
import { statusesOf } from '../queries/insight/change-others';
import { peopleBehindStatus, shapeLifecycle } from '../queries/insight/shape-counts';
import type { LifecycleQuery } from '../queries/insight/types';
import { EmptyState } from '../ui/state/states';
import { AnnotatedPanel } from './annotations/annotated-panel';
import type { ViewProps } from './view-props';

/**
 * The response to a `LifecycleQuery`: bars of new, returning and resurrecting people above zero, and of dormant people
 * below zero.
 */
export default function LifecycleView(props: ViewProps<LifecycleQuery>) {
  const { query, response, label, isCompact = false, insightId, onPeople } = props;
  const shape = useMemo(() => shapeLifecycle(query, response), [query, response]);
  const hiddenKeys = useMemo(() => {
    const shown = statusesOf(query).map(String);
    return new Set(shape.series.map(({ key }) => key).filter((key) => !shown.includes(key)));
  }, [query, shape]);
  if (shape.series.every(({ values }) => values.every((value) => value === 0))) {
    return (
      <EmptyState icon="users" title="Nobody in this range">
        No person of the range matches. Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const opener = (at: number, bucket: number | null): (() => void) | null => {
    const entry = shape.series[at];
    const day = bucket === null ? undefined : shape.days[bucket];
    if (onPeople === undefined || entry === undefined || bucket === null || day === undefined) {
      return null;
    }
    const title = `${entry.label}, ${shape.buckets[bucket]?.title ?? ''}`;
    const { status, values } = entry;
    return () =>
      onPeople(peopleBehindStatus(query, { title, day, status, value: values[bucket] ?? 0 }));
  };
  return (
    <AnnotatedPanel
      label={label}
      insightId={insightId}
      days={shape.days}
      kind="bars"
      series={shape.series}
      buckets={shape.buckets}
      isLastRunning={shape.isLastRunning}
      isCompact={isCompact}
      totalLabel={null}
      hiddenKeys={hiddenKeys}
      canOpen={onPeople !== undefined}
      opener={opener}
    />
  );
}
