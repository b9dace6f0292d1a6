import type { QueryResponse } from '../api/query-runner';
import type { PeopleBehind } from '../queries/insight/people-behind';
import { peopleBehindStep } from '../queries/insight/people-behind';
import { shapeFunnels } from '../queries/insight/shape-funnel';
import type { FunnelsQuery } from '../queries/insight/types';
import { durationWords, shareWords } from '../queries/numbers';
import { FunnelChart } from '../ui/chart/funnel-chart';
import { EmptyState } from '../ui/state/states';
import styles from './insight-view.module.css';

interface FunnelViewProps {
  readonly query: FunnelsQuery;
  readonly response: QueryResponse;
  readonly onPeople?: (people: PeopleBehind) => void;
}

/** A response to a `FunnelsQuery` in the form of steps. */
export function FunnelView({ query, response, onPeople }: FunnelViewProps) {
  if ((query.funnelsFilter?.funnelVizType ?? 'steps') !== 'steps') {
    return (
      <EmptyState icon="funnel" title="No chart for this form of funnel yet">
        Only funnels in the form of steps are drawn here.
      </EmptyState>
    );
  }
  const funnels = shapeFunnels(query, response['results']);
  if (funnels.length === 0) {
    return (
      <EmptyState icon="funnel" title="Nobody took the first step">
        Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const opener = (at: number, step: number): (() => void) | null => {
    const funnel = funnels[at];
    const reached = funnel?.steps[Math.abs(step) - 1];
    if (onPeople === undefined || funnel === undefined || reached === undefined) return null;
    const verb = step > 0 ? 'reached' : 'dropped off before';
    const of = funnel.breakdown === undefined ? '' : `, ${funnel.label}`;
    return () =>
      onPeople(
        peopleBehindStep(query, {
          title: `People who ${verb} ${reached.name}${of}`,
          step,
          breakdown: funnel.breakdown,
          value: step > 0 ? reached.count : reached.dropped,
        }),
      );
  };
  const last = funnels.length === 1 ? funnels[0]?.steps.at(-1) : undefined;
  const median = response['total_median_conversion_time'];
  return (
    <div className={styles.parts}>
      {last !== undefined && (
        <p className={styles.summary}>
          <strong>{shareWords(last.shareOfFirst)}</strong> came through all steps
          {typeof median === 'number' && `, in ${durationWords(median)} (median)`}.
        </p>
      )}
      <FunnelChart funnels={funnels} opener={opener} />
    </div>
  );
}
