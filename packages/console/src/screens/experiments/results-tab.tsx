import { lazy } from 'react';
import type { Experiment, Metric } from '../../queries/experiments/experiment';
import { usePeopleLink } from '../../session/use-people-link';
import { Stack } from '../../ui/layout/page';
import { EmptyState, Loading, Notice } from '../../ui/state/states';
import { Lazily } from '../../ui/state/lazily';
import { primaryMetrics } from './experiment-table';
import { ExposureCard } from './exposure-card';
import { MetricCard } from './metric-card';
import { ReadingHelp } from './reading-help';
import styles from './experiments.module.css';

const PeopleDrawer = lazy(async () => ({
  default: (await import('../../insight-view/people-drawer')).PeopleDrawer,
}));

/** The exposures, and the results of each metric. */
export function ResultsTab({ experiment }: { readonly experiment: Experiment }) {
  const { people, error, setPeople } = usePeopleLink();
  const first = primaryMetrics(experiment);
  const second = secondaryMetrics(experiment);
  if (experiment.start_date === null) {
    return (
      <EmptyState icon="flask-conical" title="The experiment has not started">
        Results appear here once it runs and people have been shown its variants.
      </EmptyState>
    );
  }
  return (
    <Stack>
      {error !== null && <Notice kind="danger">{error.message}</Notice>}
      <ExposureCard experiment={experiment} onPeople={setPeople} />
      {first.length + second.length === 0 && (
        <EmptyState icon="chart-line" title="No metrics yet">
          Add a metric in the set-up: past events are used, too, so results appear at once.
        </EmptyState>
      )}
      {first.length > 0 && <h2 className={styles.heading}>Primary metrics</h2>}
      {first.map((metric, at) => (
        <MetricCard
          key={metric.uuid ?? at}
          experiment={experiment}
          metric={metric}
          onPeople={setPeople}
        />
      ))}
      {second.length > 0 && <h2 className={styles.heading}>Secondary metrics</h2>}
      {second.map((metric, at) => (
        <MetricCard
          key={metric.uuid ?? at}
          experiment={experiment}
          metric={metric}
          onPeople={setPeople}
        />
      ))}
      <ReadingHelp />
      {people !== null && (
        <Lazily fallback={<Loading />}>
          <PeopleDrawer people={people} onClose={() => setPeople(null)} />
        </Lazily>
      )}
    </Stack>
  );
}

function secondaryMetrics(experiment: Experiment): readonly Metric[] {
  const shared = experiment.saved_metrics.filter(({ metadata }) => metadata.type === 'secondary');
  return [
    ...experiment.metrics_secondary,
    ...shared.map(({ query, name }) => ({ ...query, name })),
  ];
}
