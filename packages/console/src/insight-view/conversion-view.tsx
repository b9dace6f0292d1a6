import { useMemo } from 'react';
import { peopleBehindConversion } from '../queries/insight/people-behind';
import { shapeConversion } from '../queries/insight/shape-funnel-times';
import type { FunnelsQuery } from '../queries/insight/types';
import { shareWords } from '../queries/numbers';
import { EmptyState } from '../ui/state/states';
import { AnnotatedPanel } from './annotations/annotated-panel';
import type { ViewProps } from './view-props';

/** The response of a funnel over time: the conversion rate by the period in which people entered. */
export default function ConversionView(props: ViewProps<FunnelsQuery>) {
  const { query, response, label, isCompact = false, insightId, onPeople } = props;
  const shape = useMemo(() => shapeConversion(query, response), [query, response]);
  const series = useMemo(
    () =>
      shape.lines.map(({ key, label: name, values, days, compare, look }) => ({
        key,
        label: name,
        values,
        days,
        total: 0,
        look,
        isBefore: compare === 'previous',
      })),
    [shape],
  );
  if (shape.lines.length === 0) {
    return (
      <EmptyState icon="funnel" title="Nobody completed the first step">
        Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const opener = (at: number, bucket: number | null): (() => void) | null => {
    const line = shape.lines[at];
    const day = bucket === null ? undefined : line?.days[bucket];
    if (onPeople === undefined || line === undefined || bucket === null || day === undefined) {
      return null;
    }
    const { breakdown, compare } = line;
    const title = `Who converted, ${line.label}, ${shape.buckets[bucket]?.title ?? day}`;
    const value = line.values[bucket] ?? 0;
    return () => onPeople(peopleBehindConversion(query, { title, day, breakdown, compare, value }));
  };
  return (
    <AnnotatedPanel
      label={label}
      insightId={insightId}
      days={shape.lines[0]?.days ?? []}
      kind="line"
      series={series}
      buckets={shape.buckets}
      isLastRunning={shape.isLastRunning}
      isCompact={isCompact}
      totalLabel={null}
      words={percentWords}
      canOpen={onPeople !== undefined}
      opener={opener}
    />
  );
}

function percentWords(value: number): string {
  return shareWords(value / 100);
}
