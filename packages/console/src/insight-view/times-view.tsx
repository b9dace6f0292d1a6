import { useMemo } from 'react';
import { peopleBehindStep } from '../queries/insight/people-behind';
import { shapeTimes } from '../queries/insight/shape-funnel-times';
import type { FunnelsQuery } from '../queries/insight/types';
import { durationWords } from '../queries/numbers';
import { Value } from '../ui/chart/series-table';
import { EmptyState } from '../ui/state/states';
import styles from './insight-view.module.css';
import { SeriesPanel } from './series-panel';
import type { ViewProps } from './view-props';

/** The distribution of the time to convert in a funnel: the number of people per range of times. */
export default function TimesView(props: ViewProps<FunnelsQuery>) {
  const { query, response, label, isCompact = false, onPeople } = props;
  const shape = useMemo(() => shapeTimes(response), [response]);
  const series = useMemo(
    () =>
      shape.periods.map(({ label: name, counts, total, compare }, index) => ({
        key: String(index),
        label: name,
        values: counts,
        total,
        look: 0,
        isBefore: compare === 'previous',
      })),
    [shape],
  );
  if (shape.periods.every(({ total }) => total === 0)) {
    return (
      <EmptyState icon="clock" title="Nobody completed the funnel">
        No person in the range completed all steps. Choose a longer range, or a longer window.
      </EmptyState>
    );
  }
  const all = (at: number): (() => void) | null => {
    const period = shape.periods[at];
    if (onPeople === undefined || period === undefined) return null;
    const { compare, total } = period;
    const step = (query.funnelsFilter?.funnelToStep ?? query.series.length - 1) + 1;
    const funnelsFilter = { ...query.funnelsFilter, funnelVizType: 'steps' as const };
    const title = 'People who completed all steps';
    const point = { title, step, breakdown: undefined, compare, value: total };
    return () => onPeople(peopleBehindStep({ ...query, funnelsFilter }, point));
  };
  return (
    <div className={styles.parts}>
      {shape.periods.map(({ label: name, total, meanSeconds }, at) => (
        <p key={name} className={styles.summary}>
          <strong>{meanSeconds === null ? '–' : durationWords(meanSeconds)}</strong> on average,{' '}
          <Value value={total} label={name} onOpen={all(at)} /> {name.toLowerCase()}
        </p>
      ))}
      <SeriesPanel
        label={label}
        kind="grouped-bars"
        series={series}
        buckets={shape.bins}
        isOverTime={false}
        caption="Time from the first to the last of the steps"
        isLastRunning={false}
        isCompact={isCompact}
        totalLabel="All"
        canOpen={false}
        opener={(at, bucket) => (bucket === null ? all(at) : null)}
      />
    </div>
  );
}
