import { useQuery } from '@tanstack/react-query';
import { useQueryRun } from '../../insight-view/use-query-run';
import type { ExperimentDraft } from '../../queries/experiments/experiment';
import { missingInMetric } from '../../queries/experiments/experiment';
import { metricName } from '../../queries/experiments/metric-words';
import type { Baseline } from '../../queries/experiments/past-data';
import { baselineOfRow, PAST_DAYS, pastDataQuery } from '../../queries/experiments/past-data';
import { valueWords } from '../../queries/experiments/results';
import { typedNumber } from '../../queries/number-entry';
import { counted, numberWords, shareWords } from '../../queries/numbers';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { useProjectId } from '../../session/me';
import { NumberField } from '../../ui/field/number-field';
import { EventPicker } from '../../ui/filters/event-picker';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Card } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { planQuery } from './experiment-data';
import styles from './experiments.module.css';

type Metric = ExperimentDraft['metrics'][number];

/** The change in percent for which the plan is made if the URL names none. */
const USUAL_EFFECT = 10;
const EFFECT_BOUNDS = { min: 0.1, max: 10_000 };

/**
 * An estimate of the time that the experiment needs, based on the events of the last weeks. The URL parameters `plan` and
 * `effect` hold the event and the detectable change.
 */
export function PlanCard({ draft }: { readonly draft: ExperimentDraft }) {
  const projectId = useProjectId();
  const event = useSearchParameter('plan') ?? null;
  const change = useChangeSearch();
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
            onChange={(name) => change({ plan: name ?? undefined })}
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
  const effect = typedNumber(useSearchParameter('effect') ?? '', EFFECT_BOUNDS) ?? USUAL_EFFECT;
  const change = useChangeSearch();
  const wanted = useDebounced(effect);
  const share = (draft.rollout ?? 100) / 100;
  const plan = useQuery(
    planQuery(
      useProjectId(),
      share > 0
        ? {
            mean: baseline.mean,
            variance: baseline.variance,
            units_per_day: baseline.unitsPerDay * share,
            minimum_detectable_effect: wanted,
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
      <NumberField
        {...EFFECT_BOUNDS}
        label="Minimum detectable change, %"
        className={styles.percent}
        value={effect}
        onChange={(next) => change({ effect: next === USUAL_EFFECT ? undefined : String(next) })}
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
