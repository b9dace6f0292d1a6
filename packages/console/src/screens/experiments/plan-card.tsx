import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useQueryRun } from '../../insight-view/use-query-run';
import type { ExperimentDraft } from '../../queries/experiments/experiment';
import { missingInMetric } from '../../queries/experiments/experiment';
import { metricName } from '../../queries/experiments/metric-words';
import type { Baseline } from '../../queries/experiments/past-data';
import { baselineOfRow, PAST_DAYS, pastDataQuery } from '../../queries/experiments/past-data';
import { valueWords } from '../../queries/experiments/results';
import { counted, numberWords, shareWords } from '../../queries/numbers';
import { useProjectId } from '../../session/me';
import { TextField } from '../../ui/field/field';
import { EventPicker } from '../../ui/filters/event-picker';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Card } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { planQuery } from './experiment-data';
import styles from './experiments.module.css';

type Metric = ExperimentDraft['metrics'][number];

/** An estimate of the time that the experiment needs, based on the events of the last weeks. */
export function PlanCard({ draft }: { readonly draft: ExperimentDraft }) {
  const projectId = useProjectId();
  const [event, setEvent] = useState<string | null>(null);
  const metric = draft.metrics.find((one) => missingInMetric(one) === null);
  return (
    <Card title="How long will it take?">
      <div className={styles.source}>
        <span className={styles.sourceLabel}>People would be shown a variant when they do</span>
        <div>
          <EventPicker
            projectId={projectId}
            event={event}
            emptyText="Choose an event"
            onChange={setEvent}
          />
        </div>
      </div>
      {metric === undefined && (
        <p className={styles.note}>Add a primary metric: the plan is for the first one.</p>
      )}
      {metric !== undefined && event === null && (
        <p className={styles.note}>
          The number of people who did this event in the last {PAST_DAYS} days shows how many would
          take part per day, and their data shows the current value of “{metricName(metric)}”.
        </p>
      )}
      {metric !== undefined && event !== null && (
        <PastData event={event} metric={metric} draft={draft} />
      )}
    </Card>
  );
}

interface PlanProps {
  readonly event: string;
  readonly metric: Metric;
  readonly draft: ExperimentDraft;
}

function PastData({ event, metric, draft }: PlanProps) {
  const query = pastDataQuery(event, metric);
  const run = useQueryRun(query ?? { kind: 'HogQLQuery', query: '' }, query !== null);
  if (query === null) {
    return (
      <p className={styles.note}>
        Past data can be used for conversions, and for means of events with a count or a sum.
      </p>
    );
  }
  if (run.error !== null) return <ErrorState error={run.error} onRetry={run.refresh} />;
  if (run.answer === undefined) return <Loading label="Reading past events" />;
  const baseline = baselineOfRow(run.answer.response['results']);
  if (baseline === null) {
    return (
      <Notice kind="info">
        Too few people did {event} in the last {PAST_DAYS} days, or the metric has the same value
        for all of them.
      </Notice>
    );
  }
  return <Planned baseline={baseline} metric={metric} draft={draft} />;
}

function Planned(props: {
  readonly baseline: Baseline;
  readonly metric: Metric;
  readonly draft: ExperimentDraft;
}) {
  const { baseline, metric, draft } = props;
  const [effect, setEffect] = useState('10');
  const wanted = useDebounced(effect);
  const isValid = Number(wanted) > 0 && Number(wanted) <= 10_000;
  const share = (draft.rollout ?? 100) / 100;
  const plan = useQuery(
    planQuery(
      useProjectId(),
      isValid && share > 0
        ? {
            mean: baseline.mean,
            variance: baseline.variance,
            units_per_day: baseline.unitsPerDay * share,
            minimum_detectable_effect: Number(wanted),
            variants: draft.variants.length,
          }
        : null,
    ),
  );
  return (
    <>
      <p>
        {numberWords(Math.round(baseline.unitsPerDay * share))} people per day; {metricName(metric)}{' '}
        is {valueWords(metric, baseline.mean)} now.
      </p>
      <TextField
        label="Minimum detectable change, %"
        type="number"
        min={0.1}
        step="any"
        className={styles.percent}
        value={effect}
        onChange={({ target }) => setEffect(target.value)}
      />
      {plan.isError && <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.data !== undefined && (
        <>
          <p className={styles.headline}>
            About {counted(plan.data.days, 'day')}:{' '}
            {counted(plan.data.units_per_variant, 'person', 'people')} per variant.
          </p>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">After</th>
                <th scope="col">Finds changes from</th>
                <th scope="col">Finds {wanted} % with a chance of</th>
              </tr>
            </thead>
            <tbody>
              {plan.data.by_days.map(({ days, minimum_detectable_effect: least, power }) => (
                <tr key={days}>
                  <th scope="row">{days} days</th>
                  <td>{shareWords(least / 100)}</td>
                  <td>{shareWords(power)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>
            With a power of 80 % and at most 5 % of false alarms, for one check at the end. A
            sequential experiment takes longer.
          </p>
        </>
      )}
    </>
  );
}
