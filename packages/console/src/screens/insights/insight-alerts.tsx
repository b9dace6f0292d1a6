import { useQuery } from '@tanstack/react-query';
import { useChangeSearch, useSearchParameter } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Card, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import type { ShownAlert, ShownCheck } from './alerts-of-insight';
import { alertQuery, alertsQuery, useAlertChange } from './alerts-of-insight';
import styles from './insights.module.css';
import { NewAlert } from './new-alert';

const TONES = {
  Firing: 'danger',
  Errored: 'warning',
  Snoozed: 'plain',
  'Not firing': 'success',
} as const;

/**
 * A drawer with the alerts of an insight, their states and checks, and a form for a new alert. Alerts can be snoozed.
 */
export function InsightAlerts(props: { readonly id: number; readonly onClose: () => void }) {
  return (
    <Dialog title="Alerts" isOpen onClose={props.onClose} place="drawer">
      <Alerts insightId={props.id} />
    </Dialog>
  );
}

function Alerts({ insightId }: { readonly insightId: number }) {
  const project = useProject();
  const blockedBy = useBlockedBy('alert:read');
  const alerts = useQuery({
    ...alertsQuery(project.id, insightId),
    enabled: blockedBy === null,
  });
  if (blockedBy !== null) return <Notice kind="info">{blockedBy}</Notice>;
  if (alerts.isPending) return <Loading label="Loading the alerts" />;
  if (alerts.isError) {
    return <ErrorState error={alerts.error} onRetry={() => void alerts.refetch()} />;
  }
  const { results } = alerts.data;
  return (
    <Stack>
      <Notice kind="info">
        Incidents are listed here. Subscribed users receive an e-mail if this server has a mail
        server.
      </Notice>
      {results.length === 0 && <EmptyState icon="bell" title="No alerts yet" />}
      {results.map((alert) => (
        <Alert key={alert.id} alert={alert} zone={project.timezone} />
      ))}
      <NewAlert insightId={insightId} />
    </Stack>
  );
}

function Alert({ alert, zone }: { readonly alert: ShownAlert; readonly zone: string }) {
  const showsChecks = useSearchParameter('checks') === alert.id;
  const changeSearch = useChangeSearch();
  const blockedBy = useBlockedBy('alert:write');
  const change = useAlertChange(alert.id);
  const name = alert.name ?? 'Alert';
  const isSnoozed = alert.snoozed_until !== null;
  return (
    <Card title={name}>
      <Stack>
        <Row>
          <Badge tone={TONES[alert.state]}>{alert.state}</Badge>
          <span>{valueWords(alert)}</span>
        </Row>
        <Row>
          <Button
            icon="clock"
            blockedBy={blockedBy}
            busy={change.isPending}
            onClick={() => change.mutate({ snoozed_until: isSnoozed ? null : '1d' })}
          >
            {isSnoozed ? 'End snooze' : 'Snooze for a day'}
          </Button>
          <Button
            kind="quiet"
            icon="history"
            aria-expanded={showsChecks}
            onClick={() => changeSearch({ checks: showsChecks ? undefined : alert.id })}
          >
            {showsChecks ? 'Hide the checks' : 'Show the checks'}
          </Button>
          <Button
            kind="quiet"
            icon="trash-2"
            aria-label={`Delete ${name}`}
            blockedBy={blockedBy}
            onClick={() => change.mutate(null)}
          >
            Delete
          </Button>
        </Row>
        {alert.next_check_at !== null && !isSnoozed && (
          <p className={styles.zone}>
            Next check: <Timestamp value={alert.next_check_at} zone={zone} />
          </p>
        )}
        {alert.snoozed_until !== null && (
          <p className={styles.zone}>
            Snoozed until <Timestamp value={alert.snoozed_until} zone={zone} />
          </p>
        )}
        {showsChecks && <Checks id={alert.id} zone={zone} />}
      </Stack>
    </Card>
  );
}

function Checks({ id, zone }: { readonly id: string; readonly zone: string }) {
  const project = useProject();
  const alert = useQuery(alertQuery(project.id, id));
  if (alert.isPending) return <Loading label="Loading the checks" />;
  if (alert.isError) return <ErrorState error={alert.error} onRetry={() => void alert.refetch()} />;
  if (alert.data.checks.length === 0) return <p>Not checked yet.</p>;
  return (
    <ol className={styles.history}>
      {alert.data.checks.map((check) => (
        <li key={check.id}>
          <Timestamp value={check.created_at} zone={zone} /> {checkWords(check)}
        </li>
      ))}
    </ol>
  );
}

function valueWords({ last_value: value }: ShownAlert): string {
  return value === null ? 'No value yet' : `Last value ${value.toLocaleString('en')}`;
}

function checkWords(check: ShownCheck): string {
  if (check.error !== null) return check.error;
  const { calculated_value: value, lower_bound: lower, upper_bound: upper } = check;
  const bounds = [
    lower === null ? null : `at least ${lower.toLocaleString('en')}`,
    upper === null ? null : `at most ${upper.toLocaleString('en')}`,
  ].filter((words) => words !== null);
  const shown = value === null ? 'no value' : value.toLocaleString('en');
  const incident = check.incident === null ? '' : `, an incident has ${check.incident}`;
  return `${shown} (${bounds.join(' and ') || 'not enough data'})${incident}`;
}
