import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { messageOf } from '../../api/api-error';
import { durationWords, numberWords } from '../../queries/numbers';
import { waitingText } from '../../queries/status/status-words';
import { timestampText } from '../../queries/time-text';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Icon } from '../../ui/icon/icon';
import { Card, Page } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { Lazily } from '../../ui/state/lazily';
import { ProcessTable } from './process-table';
import { SlowQueries } from './slow-queries';
import type { InstanceStatus } from '../../session/instance-status';
import { statusQuery } from '../../session/instance-status';
import { QueueTable, StoreTable } from './store-tables';
import styles from './status.module.css';

// Loaded if there are dead letters.
const DeadLetters = lazy(async () => ({ default: (await import('./dead-letters')).DeadLetters }));

/** Shows whether ingestion is healthy, and the reasons if it is not. */
export default function StatusScreen() {
  const blockedBy = useBlockedBy('organization:write');
  const status = useQuery({ ...statusQuery, enabled: blockedBy === null });
  return (
    <Page
      title="Status"
      actions={
        <Button
          icon="refresh-cw"
          busy={status.isFetching}
          blockedBy={blockedBy}
          onClick={() => void status.refetch()}
        >
          Check now
        </Button>
      }
    >
      {blockedBy !== null && <Notice kind="info">{blockedBy}</Notice>}
      {blockedBy === null && status.isPending && <Loading label="Checking every store" />}
      {status.isError && status.data === undefined && (
        <ErrorState error={status.error} onRetry={() => void status.refetch()} />
      )}
      {status.data !== undefined && (
        <Status status={status.data} problem={status.isError ? messageOf(status.error) : null} />
      )}
    </Page>
  );
}

function Status(props: { readonly status: InstanceStatus; readonly problem: string | null }) {
  const { status, problem } = props;
  const { timezone } = useProject();
  return (
    <>
      {problem !== null && (
        <Notice kind="danger">
          The status could not be read again: {problem} The values are from{' '}
          {timestampText(status.checked_at, timezone)} ({timezone}).
        </Notice>
      )}
      <Verdict status={status} zone={timezone} />
      {status.problems.length > 0 && <Problems problems={status.problems} />}
      <Card title="Processes">
        <ProcessTable processes={status.processes} zone={timezone} />
      </Card>
      <Card title="Stores">
        <StoreTable stores={status.stores} />
      </Card>
      {status.queues !== null && (
        <Card title="Queues">
          <QueueTable queues={status.queues} />
        </Card>
      )}
      {(status.ingestion?.dead_letters ?? 0) > 0 && (
        <Lazily fallback={<Loading label="Loading dead letters" />}>
          <DeadLetters total={status.ingestion?.dead_letters ?? 0} />
        </Lazily>
      )}
      <SlowQueries />
    </>
  );
}

const LOOKS = {
  healthy: { icon: 'circle-check', tone: styles.healthy },
  degraded: { icon: 'triangle-alert', tone: styles.degraded },
  unhealthy: { icon: 'circle-alert', tone: styles.unhealthy },
} as const;

/** A one-sentence summary, and the numbers that it is based on. */
function Verdict({ status, zone }: { readonly status: InstanceStatus; readonly zone: string }) {
  const { icon, tone } = LOOKS[status.status];
  const { ingestion } = status;
  const change = useChange(status);
  return (
    <section className={`${styles.verdict} ${tone}`} aria-label="Summary">
      <p className={styles.sentence} role="status">
        <Icon name={icon} size={24} />
        <strong>{status.summary}</strong>
      </p>
      {ingestion !== null && (
        <dl className={styles.facts}>
          <Fact label="Waiting events" value={waitingText(ingestion.waiting_events, change)} />
          <Fact
            label="Age of the oldest event"
            value={durationWords(ingestion.oldest_event_age_seconds)}
          />
          <Fact
            label="In the largest partition"
            value={`${numberWords(ingestion.deepest_partition_events)} (${ingestion.partitions} partitions)`}
          />
          <Fact label="Dead letters" value={numberWords(ingestion.dead_letters)} />
        </dl>
      )}
      <p className={styles.note}>
        Checked {timestampText(status.checked_at, zone)} ({zone}), every 10 seconds · Tidemark{' '}
        {status.version}
      </p>
      <p className={styles.note}>
        Events that were dropped or changed because of their content are listed in{' '}
        <ProjectLink path="data-management/warnings">Warnings</ProjectLink>.
      </p>
    </section>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Problems({ problems }: { readonly problems: InstanceStatus['problems'] }) {
  return (
    <Card title="Problems and solutions">
      <ul className={styles.problems}>
        {problems.map(({ severity, message, action }) => (
          <li key={message}>
            <Badge tone={severity === 'critical' ? 'danger' : 'warning'}>{severity}</Badge>
            <div>
              <p>{message}</p>
              <p className={styles.note}>{action}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The change of the number of waiting events since the previous check; null at the first one. */
function useChange(status: InstanceStatus): number | null {
  const [seen, setSeen] = useState<{
    readonly at: string;
    readonly waiting: number | null;
    readonly change: number | null;
  }>({ at: '', waiting: null, change: null });
  const waiting = status.ingestion?.waiting_events ?? null;
  if (seen.at !== status.checked_at) {
    const change = waiting === null || seen.waiting === null ? null : waiting - seen.waiting;
    setSeen({ at: status.checked_at, waiting, change });
  }
  return seen.change;
}
