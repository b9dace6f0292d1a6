import { lazy } from 'react';
import { pathsInstead } from '../queries/insight/funnel-paths';
import { peopleBehindStep } from '../queries/insight/people-behind';
import { largestDrop, shapeFunnels } from '../queries/insight/shape-funnel';
import type { FunnelsQuery } from '../queries/insight/types';
import { durationWords, numberWords, shareWords } from '../queries/numbers';
import { QueryLink } from '../session/query-link';
import { FunnelChart } from '../ui/chart/funnel-chart';
import { EmptyState, Loading } from '../ui/state/states';
import { Lazily } from '../ui/state/lazily';
import styles from './insight-view.module.css';
import type { ViewProps } from './view-props';

// Loaded when first used.
const ConversionView = lazy(() => import('./conversion-view'));
const TimesView = lazy(() => import('./times-view'));
const Correlations = lazy(() => import('./correlation/correlations'));

/** The response to a `FunnelsQuery`: its steps, its conversion over time, or its times to convert. */
export default function FunnelView(props: ViewProps<FunnelsQuery>) {
  switch (props.query.funnelsFilter?.funnelVizType ?? 'steps') {
    case 'trends':
      return (
        <Lazily fallback={<Loading label="Loading the chart" />}>
          <ConversionView {...props} />
        </Lazily>
      );
    case 'time_to_convert':
      return (
        <Lazily fallback={<Loading label="Loading the chart" />}>
          <TimesView {...props} />
        </Lazily>
      );
    case 'steps':
    case 'flow':
      return <Steps {...props} />;
  }
}

function Steps({ query, response, isCompact = false, onPeople }: ViewProps<FunnelsQuery>) {
  const funnels = shapeFunnels(query, response['results']);
  if (funnels.length === 0) {
    return (
      <EmptyState icon="funnel" title="Nobody completed the first step">
        Choose a longer range, or remove a filter.
      </EmptyState>
    );
  }
  const opener = (at: number, step: number): (() => void) | null => {
    const funnel = funnels[at];
    const reached = funnel?.steps[Math.abs(step) - 1];
    if (onPeople === undefined || funnel === undefined || reached === undefined) return null;
    const verb = step > 0 ? 'reached' : 'dropped off before';
    const of = funnels.length === 1 ? '' : `, ${funnel.label}`;
    return () =>
      onPeople(
        peopleBehindStep(query, {
          title: `People who ${verb} ${reached.name}${of}`,
          step,
          breakdown: funnel.breakdown,
          compare: funnel.compare,
          value: step > 0 ? reached.count : reached.dropped,
        }),
      );
  };
  const [only] = funnels.length === 1 ? funnels : [];
  const last = only?.steps.at(-1);
  const drop = only === undefined ? null : largestDrop(only);
  // Paths exist only for persons, and in a funnel with steps in any order there is no previous step.
  const hasPaths =
    typeof query.aggregation_group_type_index !== 'number' &&
    query.funnelsFilter?.funnelOrderType !== 'unordered';
  const median = response['total_median_conversion_time'];
  return (
    <div className={styles.parts}>
      {last !== undefined && (
        <p className={styles.summary}>
          <strong>{shareWords(last.shareOfFirst)}</strong> completed all steps
          {typeof median === 'number' && `, in ${durationWords(median)} (median)`}.
          {drop !== null &&
            ` The largest drop-off is before ${drop.step.name}: ${numberWords(drop.step.dropped)}, ${shareWords(1 - drop.step.shareOfBefore)} of the previous step.`}
        </p>
      )}
      {!isCompact && drop !== null && hasPaths && (
        <p>
          <QueryLink path="insights/new" query={pathsInstead(query, drop.place)}>
            What they did instead of {drop.step.name}
          </QueryLink>
        </p>
      )}
      <FunnelChart funnels={funnels} opener={opener} />
      {!isCompact && (
        <Lazily>
          <Correlations query={query} onPeople={onPeople} />
        </Lazily>
      )}
    </div>
  );
}
