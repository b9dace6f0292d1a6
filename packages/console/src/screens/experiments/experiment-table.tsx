import { useQueryRun } from '../../insight-view/use-query-run';
import type { Experiment, Metric } from '../../queries/experiments/experiment';
import { metricQuery } from '../../queries/experiments/experiment-queries';
import { metricName, STATUS_TONES, STATUS_WORDS } from '../../queries/experiments/metric-words';
import { headline, shapeResult } from '../../queries/experiments/results';
import { dayText } from '../../queries/time-text';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Badge } from '../../ui/text/badge';
import styles from './experiments.module.css';

/** Experiments with their states, dates and the result of their first metric. */
export function ExperimentTable({ experiments }: { readonly experiments: readonly Experiment[] }) {
  const { timezone } = useProject();
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Experiments">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col">State</th>
            <th scope="col">Time ({timezone})</th>
            <th scope="col">First metric</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {experiments.map((experiment) => (
            <ExperimentRow key={experiment.id} experiment={experiment} zone={timezone} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ExperimentRow(props: { readonly experiment: Experiment; readonly zone: string }) {
  const { experiment, zone } = props;
  const metric = primaryMetrics(experiment)[0];
  return (
    <tr>
      <td>
        <ProjectLink path={`experiments/${experiment.id}`}>{experiment.name}</ProjectLink>
        <div className={styles.note}>{experiment.feature_flag_key}</div>
      </td>
      <td>
        <Badge tone={STATUS_TONES[experiment.status]}>{STATUS_WORDS[experiment.status]}</Badge>
        {experiment.conclusion !== null && (
          <div className={styles.note}>{experiment.conclusion.replaceAll('_', ' ')}</div>
        )}
      </td>
      <td className={styles.time}>{timeWords(experiment, zone)}</td>
      <td className={styles.result}>
        {metric === undefined ? <span className={styles.note}>none</span> : metricName(metric)}
      </td>
      <td className={styles.result}>
        {metric === undefined || experiment.start_date === null ? (
          <span className={styles.note}>–</span>
        ) : (
          <Headline experiment={experiment} metric={metric} />
        )}
      </td>
    </tr>
  );
}

/** The primary metrics of an experiment: its own and shared ones. */
export function primaryMetrics(experiment: Experiment): readonly Metric[] {
  const shared = experiment.saved_metrics.filter(({ metadata }) => metadata.type !== 'secondary');
  return [...experiment.metrics, ...shared.map(({ query, name }) => ({ ...query, name }))];
}

/** The first and the last day of an experiment. */
export function timeWords({ start_date: from, end_date: to }: Experiment, zone: string): string {
  if (from === null) return 'not started';
  return `${dayText(from, zone)} – ${to === null ? 'today' : dayText(to, zone)}`;
}

const TONES = { better: 'success', worse: 'danger', unclear: 'plain' } as const;

function Headline({
  experiment,
  metric,
}: {
  readonly experiment: Experiment;
  readonly metric: Metric;
}) {
  const run = useQueryRun(metricQuery(experiment, metric, null));
  if (run.error !== null) return <span className={styles.note}>could not be computed</span>;
  if (run.answer === undefined) return <span className={styles.note}>computing…</span>;
  const stats = experiment.stats_config;
  const { total } = shapeResult(metric, stats, run.answer.response);
  const shown = headline(metric, stats, total);
  if (shown === null) return <span className={styles.note}>not enough data yet</span>;
  return (
    <>
      <Badge tone={TONES[shown.verdict]}>
        {shown.verdict === 'unclear' ? 'no clear difference' : shown.verdict}
      </Badge>{' '}
      {shown.text}
    </>
  );
}
