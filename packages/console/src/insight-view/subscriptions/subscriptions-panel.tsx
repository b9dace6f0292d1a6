import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Card, Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { toast } from '../../ui/toast/toasts';
import { SubscriptionForm } from './subscription-form';
import type { ShownDelivery, ShownSubscription, SubscriptionSource } from './subscriptions';
import {
  deliveriesQuery,
  subscriptionsQuery,
  useReplay,
  useSubscriptionChange,
  useTestDelivery,
} from './subscriptions';
import styles from './subscriptions.module.css';

const CHANNELS = { email: 'E-mail', slack: 'Slack', webhook: 'Webhook' } as const;
const TRIGGERS = {
  scheduled: 'on schedule',
  manual: 'manually',
  target_change: 'to new recipients',
} as const;
const TONES = {
  starting: 'plain',
  completed: 'success',
  failed: 'danger',
  skipped: 'warning',
} as const;

/** The subscriptions to an insight or a dashboard: a list, a form, tests and past deliveries. */
export function SubscriptionsPanel(props: {
  readonly source: SubscriptionSource;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title="Subscriptions" isOpen onClose={props.onClose} place="drawer">
      <Subscriptions source={props.source} />
    </Dialog>
  );
}

function Subscriptions({ source }: { readonly source: SubscriptionSource }) {
  const project = useProject();
  const blockedBy = useBlockedBy('subscription:read');
  const found = useQuery({
    ...subscriptionsQuery(project.id, source),
    enabled: blockedBy === null,
  });
  const [created, setCreated] = useState(0);
  if (blockedBy !== null) return <Notice kind="info">{blockedBy}</Notice>;
  if (found.isPending) return <Loading label="Loading the subscriptions" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { results } = found.data;
  return (
    <Stack>
      {results.length === 0 && (
        <EmptyState icon="send" title="No subscriptions yet">
          A subscription sends the chart and its numbers on a schedule.
        </EmptyState>
      )}
      {results.map((subscription) => (
        <Subscription key={subscription.id} subscription={subscription} source={source} />
      ))}
      {/* The key makes the form empty after each creation. */}
      <SubscriptionForm
        key={created}
        source={source}
        subscription={null}
        onDone={() => setCreated(created + 1)}
      />
    </Stack>
  );
}

function Subscription(props: {
  readonly subscription: ShownSubscription;
  readonly source: SubscriptionSource;
}) {
  const { subscription, source } = props;
  const { id, enabled } = subscription;
  const project = useProject();
  const [shows, setShows] = useState<'deliveries' | 'form' | null>(null);
  // After an edit, its button gets the focus back.
  const [wasEdited, setEdited] = useState(false);
  const blockedBy = useBlockedBy('subscription:write');
  const change = useSubscriptionChange(id);
  const test = useTestDelivery(id);
  const name = subscription.title || `${CHANNELS[subscription.target_type]} subscription`;
  if (shows === 'form') {
    return (
      <SubscriptionForm
        source={source}
        subscription={subscription}
        onDone={() => {
          setEdited(true);
          setShows(null);
        }}
      />
    );
  }
  return (
    <Card title={name}>
      <Stack>
        <Facts subscription={subscription} />
        <Row>
          <Button
            icon="send"
            blockedBy={blockedBy}
            busy={test.isPending}
            disabled={!enabled}
            onClick={() =>
              test.mutate(undefined, {
                onSuccess: () => {
                  toast('success', 'The message is on its way.');
                  setShows('deliveries');
                },
              })
            }
          >
            Send now
          </Button>
          <Button
            blockedBy={blockedBy}
            busy={change.isPending}
            onClick={() => change.mutate({ enabled: !enabled })}
          >
            {enabled ? 'Pause' : 'Resume'}
          </Button>
          <Button
            icon="pencil"
            autoFocus={wasEdited}
            blockedBy={blockedBy}
            onClick={() => setShows('form')}
          >
            Edit
          </Button>
          <Button
            kind="quiet"
            icon="history"
            onClick={() => setShows(shows === null ? 'deliveries' : null)}
          >
            {shows === null ? 'Show the deliveries' : 'Hide the deliveries'}
          </Button>
          <Button
            kind="quiet"
            icon="trash-2"
            aria-label={`Delete ${name}`}
            blockedBy={blockedBy}
            onClick={() => change.mutate({ deleted: true })}
          >
            Delete
          </Button>
        </Row>
        {shows === 'deliveries' && <Deliveries id={id} zone={project.timezone} />}
      </Stack>
    </Card>
  );
}

/** The state, schedule and target of a subscription, and the time of its next delivery. */
function Facts({ subscription }: { readonly subscription: ShownSubscription }) {
  const { enabled, next_delivery_date: next } = subscription;
  const { timezone } = useProject();
  return (
    <>
      <Row>
        <Badge tone={enabled ? 'success' : 'plain'}>{enabled ? 'Active' : 'Paused'}</Badge>
        <span>{subscription.summary}</span>
      </Row>
      <p className={styles.target}>
        {CHANNELS[subscription.target_type]}: {subscription.target_value.replaceAll(',', ', ')}
      </p>
      {enabled && next !== null && (
        <p className={styles.note}>
          Next delivery: <Timestamp value={next} zone={timezone} />
        </p>
      )}
    </>
  );
}

function Deliveries({ id, zone }: { readonly id: number; readonly zone: string }) {
  const project = useProject();
  const found = useQuery(deliveriesQuery(project.id, id));
  if (found.isPending) return <Loading label="Loading the deliveries" />;
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const { results } = found.data;
  if (results.length === 0) return <p>Nothing has been sent yet.</p>;
  return (
    <ul className={styles.deliveries} aria-label="Deliveries">
      {results.map((delivery) => (
        <Delivery key={delivery.id} id={id} delivery={delivery} zone={zone} />
      ))}
    </ul>
  );
}

function Delivery(props: {
  readonly id: number;
  readonly delivery: ShownDelivery;
  readonly zone: string;
}) {
  const { id, delivery, zone } = props;
  const { status, error, trigger_type: trigger, created_at: at } = delivery;
  const replay = useReplay(id);
  const blockedBy = useBlockedBy('subscription:write');
  return (
    <li>
      <Row>
        <Badge tone={TONES[status]}>{status === 'starting' ? 'in progress' : status}</Badge>
        <Timestamp value={at} zone={zone} />
        <span className={styles.note}>{TRIGGERS[trigger]}</span>
        {status === 'failed' && (
          <Button
            kind="quiet"
            blockedBy={blockedBy}
            busy={replay.isPending}
            onClick={() => replay.mutate(delivery.id)}
          >
            Send again
          </Button>
        )}
      </Row>
      {error !== null && <p className={styles.note}>{error.message}</p>}
    </li>
  );
}
