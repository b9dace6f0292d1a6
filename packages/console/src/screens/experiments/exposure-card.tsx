import { useMemo } from 'react';
import { RunFrame } from '../../insight-view/run-frame';
import { SeriesPanel } from '../../insight-view/series-panel';
import { useQueryRun } from '../../insight-view/use-query-run';
import { bucketWords } from '../../queries/bucket-words';
import type { Experiment } from '../../queries/experiments/experiment';
import type { Exposures } from '../../queries/experiments/experiment-queries';
import {
  exposureQuery,
  mismatchWords,
  MULTIPLE,
  multipleWords,
  peopleShown,
} from '../../queries/experiments/experiment-queries';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { Card } from '../../ui/layout/page';
import { EmptyState, Notice } from '../../ui/state/states';

interface ExposureProps {
  readonly experiment: Experiment;
  readonly onPeople: (people: PeopleBehind) => void;
}

/** The number of people exposed to each variant, by day, with a warning if the split differs from the flag's. */
export function ExposureCard({ experiment, onPeople }: ExposureProps) {
  const run = useQueryRun(exposureQuery(experiment));
  return (
    <Card title="People who were shown a variant">
      <RunFrame run={run}>
        {({ response }) => (
          <Shown
            exposures={response as unknown as Exposures}
            experiment={experiment}
            onPeople={onPeople}
          />
        )}
      </RunFrame>
    </Card>
  );
}

function Shown({
  exposures,
  experiment,
  onPeople,
}: ExposureProps & { readonly exposures: Exposures }) {
  const drawing = useMemo(() => seriesOf(exposures), [exposures]);
  const broken = mismatchWords(exposures);
  const isExcluded = experiment.exposure_criteria?.multiple_variant_handling !== 'first_seen';
  const multiple = multipleWords(exposures, isExcluded);
  const total = Object.values(exposures.total_exposures).reduce((sum, count) => sum + count, 0);
  if (total === 0) {
    return (
      <EmptyState icon="users" title="Nobody was shown a variant yet">
        Clients report it with the event $feature_flag_called when they request the flag.
      </EmptyState>
    );
  }
  return (
    <>
      {broken !== null && <Notice kind="danger">{broken}</Notice>}
      {broken === null && exposures.sample_ratio_mismatch !== null && (
        <Notice kind="success">The split is as configured.</Notice>
      )}
      {multiple !== null && <Notice kind="info">{multiple}</Notice>}
      <SeriesPanel
        label="People who were shown a variant, cumulative"
        kind="line"
        series={drawing.series}
        buckets={drawing.buckets}
        isOverTime
        isLastRunning={experiment.end_date === null}
        isCompact={false}
        totalLabel="Total"
        canOpen={false}
        opener={(at, bucket) => {
          const series = drawing.series[at];
          if (series === undefined || bucket !== null) return null;
          const people = peopleShown(experiment, series.key, series.total);
          return people === null ? null : () => onPeople(people);
        }}
      />
    </>
  );
}

function seriesOf({ timeseries, total_exposures: totals }: Exposures) {
  const days = timeseries[0]?.days ?? [];
  return {
    buckets: days.map((day) => bucketWords(day, undefined, 'day')),
    series: timeseries.map(({ variant, exposure_counts: values }, look) => ({
      key: variant,
      label: variant === MULTIPLE ? 'Several variants' : variant,
      values,
      look,
      isBefore: false,
      total: totals[variant] ?? 0,
    })),
  };
}
