import { useQuery, useQueryClient } from '@tanstack/react-query';
import { metricName } from '../../queries/experiments/metric-words';
import type { Flag } from '../../queries/flags/flag';
import { variantsOf } from '../../queries/flags/flag';
import type { Rollout } from '../../queries/flags/rollout';
import { actionWords, ROLLOUT_STATES, sideWords } from '../../queries/flags/rollout';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { Card, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { NewRollout } from './new-rollout';
import { rolloutQuery, rolloutsQuery, stopRollout } from './rollout-data';
import styles from './flags.module.css';

/** The guarded rollouts of a flag: the current one with its steps and checks, past ones, and a form for a new one. */
export function RolloutTab({ flag }: { readonly flag: Flag }) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const rollouts = useQuery(rolloutsQuery(projectId, flag.id));
  if (rollouts.isPending) return <Loading label="Loading the rollouts" />;
  if (rollouts.isError) {
    return <ErrorState error={rollouts.error} onRetry={() => void rollouts.refetch()} />;
  }
  const { results } = rollouts.data;
  const isRunning = results.some(({ status }) => status === 'running');
  const reload = () => client.invalidateQueries({ queryKey: ['flags', projectId] });
  if (variantsOf(flag).length > 0 && results.length === 0) {
    return (
      <EmptyState icon="flask-conical" title="A flag with variants is compared by an experiment">
        <p>
          It has no rollout to increase: people are divided among its variants. Compare the variants
          on{' '}
          <ProjectLink path={`feature_flags/${flag.id}`} search={{ part: 'usage' }}>
            Usage
          </ProjectLink>{' '}
          by any event, or in an experiment by its metrics.
        </p>
        <ProjectLink path="experiments/new" search={{ flag: flag.key }}>
          New experiment with {flag.key}
        </ProjectLink>
      </EmptyState>
    );
  }
  return (
    <Stack>
      {!isRunning && <NewRollout flag={flag} onBegun={reload} />}
      {results.map((rollout) => (
        <RolloutCard key={rollout.id} rollout={rollout} onStopped={reload} />
      ))}
    </Stack>
  );
}

function RolloutCard(props: {
  readonly rollout: Rollout;
  readonly onStopped: () => Promise<void>;
}) {
  const { rollout, onStopped } = props;
  const { id: projectId, timezone } = useProject();
  const blockedBy = useBlockedBy('feature_flag:write');
  const { tone, label } = ROLLOUT_STATES[rollout.status];
  return (
    <Card
      title={`Rollout ${rollout.id}: ${metricName(rollout.metric)}`}
      actions={
        rollout.status === 'running' && (
          <ConfirmButton
            label="Stop the rollout"
            icon="x"
            blockedBy={blockedBy}
            title="Stop the rollout?"
            onConfirm={async () => {
              await stopRollout(projectId, rollout.id);
              await onStopped();
            }}
          >
            The flag stays at {rollout.current_percentage} %, and the metric is no longer checked.
          </ConfirmButton>
        )
      }
    >
      <Row>
        <Badge tone={tone}>{label}</Badge>
        <span>now {rollout.current_percentage} %</span>
        {rollout.next_check_at !== null && (
          <span>
            next check <Timestamp value={rollout.next_check_at} zone={timezone} />
          </span>
        )}
        {rollout.ended_at !== null && <Timestamp value={rollout.ended_at} zone={timezone} />}
      </Row>
      {rollout.reason !== null && <p>{rollout.reason}</p>}
      <ol className={styles.rollout} aria-label="Steps of the rollout">
        {rollout.steps.map(({ percentage, minutes }, at) => (
          <li
            key={percentage}
            aria-current={at === rollout.current_step ? 'step' : undefined}
            className={at <= (rollout.current_step ?? -1) ? styles.reached : undefined}
          >
            {percentage} %<span className={styles.note}>{minutes} min</span>
          </li>
        ))}
      </ol>
      <Checks rollout={rollout} />
    </Card>
  );
}

function Checks({ rollout }: { readonly rollout: Rollout }) {
  const { id: projectId, timezone } = useProject();
  const whole = useQuery(rolloutQuery(projectId, rollout));
  if (whole.isPending) return <Loading label="Loading the checks" />;
  if (whole.isError) return <ErrorState error={whole.error} onRetry={() => void whole.refetch()} />;
  const { checks } = whole.data;
  if (checks.length === 0)
    return <p className={styles.note}>The first step starts within seconds.</p>;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label="Checks">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Checked</th>
            <th scope="col">At</th>
            <th scope="col">With the flag</th>
            <th scope="col">Without it</th>
            <th scope="col">p-value</th>
            <th scope="col">Decision</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.checked_at}>
              <td>
                <Timestamp value={check.checked_at} zone={timezone} />
              </td>
              <td>{check.percentage} %</td>
              <td>{sideWords(rollout.metric, check.exposed)}</td>
              <td>{sideWords(rollout.metric, check.control)}</td>
              <td>{check.p_value === null ? '–' : check.p_value.toPrecision(2)}</td>
              <td>{actionWords(check)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
