import type { Logger, Metrics } from '@tidemark/platform';
import { createOutboundGuard, createSealedBox, createSubscriptionLinks } from '@tidemark/platform';
import type { InternalEventWork } from '@tidemark/postgres';
import {
  createAlertMails,
  createDeliveryTargets,
  createDeliveryWork,
  createInternalEventWork,
  createRolloutMails,
  createSubscriptionWork,
} from '@tidemark/postgres';
import {
  createDeliveryConsumer,
  createDeliveryQueue,
  createDeliveryTestConsumer,
  createQueueMetrics,
  createSweeps,
} from '@tidemark/queues';
import { createRecentEvents } from '@tidemark/redis';
import { sendAlertMails } from './alerts/send-alert-mails';
import type { DeliveryConfig } from './config';
import {
  createAlertMailMetrics,
  createDeliveryMetrics,
  createSubscriptionMessageMetrics,
} from './delivery-metrics';
import type { DeliveryStores } from './open-stores';
import { sendRolloutMails } from './rollouts/send-rollout-mails';
import { matchInternalEvents } from './internal/match-internal-events';
import type { MailSender } from './sending/send-mail';
import { createMailSender } from './sending/send-mail';
import { createSender } from './sending/sender';
import type { SubscriptionSendDeps } from './subscriptions/send-subscriptions';
import { sendSubscriptions } from './subscriptions/send-subscriptions';
import type { DrainDeps } from './work/drain';
import { drainDestination } from './work/drain';
import { createDueDestinations } from './work/due-destinations';
import { makeTest } from './work/make-test';
import { createTogether } from './work/together';
import { keepUp } from './work/upkeep';

/** The maximum delay of a delivery after its event was stored or its time has come. */
const SWEEP_MS = 500;
const INTERNAL_EVENTS_MS = 500;
const UPKEEP_MS = 15_000;
const ALERT_MAILS_MS = 2_000;
const SUBSCRIPTIONS_MS = 1_000;
/** The maximum number of destinations in one sweep; the next sweep goes on with the others. */
const MAX_DUE = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface DeliveryDeps extends Pick<DeliveryStores, 'database' | 'clickhouse' | 'redis'> {
  readonly config: DeliveryConfig;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

type Connection = Omit<Parameters<typeof createSweeps>[1], 'everyMs' | 'sweep'>;
type Consumer = Pick<ReturnType<typeof createSweeps>, 'close'>;

/** Starts the consumers of the queues and the sweeps. Closing ends what is in progress, and waits for it. */
export function startDeliveries(deps: DeliveryDeps): {
  check(): Promise<void>;
  close(): Promise<void>;
} {
  const { config, metrics, logger } = deps;
  const stopping = new AbortController();
  const timeoutMs = config.DELIVERY_TIMEOUT_SECONDS * 1_000;
  const guard = createOutboundGuard({
    allowPrivate: config.DELIVERY_ALLOW_PRIVATE_ENDPOINTS,
    allowedHosts: config.DELIVERY_ALLOWED_HOSTS,
  });
  const mail = createMailSender(config.SMTP_URL, config.SMTP_FROM, timeoutMs);
  const sender = createSender({ guard, mail, timeoutMs, now });
  const drain = createDrain(deps, sender, stopping.signal);
  const connection = { redisUrl: config.REDIS_URL, logger, metrics: createQueueMetrics(metrics) };
  const queue = createDeliveryQueue(connection);
  const deliveries = (['quick', 'slow'] as const).map((lane) =>
    createDeliveryConsumer({
      ...connection,
      lane,
      concurrency: config.DELIVERY_CONCURRENCY,
      handle: (job) => drainDestination(drain, job.destination_id, lane),
    }),
  );
  const tests = createDeliveryTestConsumer({
    ...connection,
    handle: (job) => makeTest({ sender, secrets: drain.secrets }, job),
  });
  const due = createDueDestinations(drain.work, MAX_DUE);
  const sweeps = createSweeps('deliveries', {
    ...connection,
    everyMs: SWEEP_MS,
    sweep: async () => queue.add(await due()),
  });
  const consumers: readonly Consumer[] = [
    ...deliveries,
    tests,
    sweeps,
    startUpkeep(config, drain, connection),
    startInternalEvents(drain, connection),
    startAlertMails(deps, drain, mail, connection),
    startSubscriptions(deps, { ...drain, guard, mail }, connection),
  ];
  return {
    async check() {
      await Promise.all(deliveries.map((one) => one.check()));
    },
    async close() {
      stopping.abort();
      await Promise.all(consumers.map((one) => one.close()));
      await queue.close();
      mail.close();
      guard.close();
    },
  };
}

const now = (): Date => new Date();

type MatchedDrain = DrainDeps & { readonly internalEvents: InternalEventWork };

/** Creates the dependencies of deliveries to destinations. */
function createDrain(
  { config, database, clickhouse, redis, metrics, logger }: DeliveryDeps,
  sender: DrainDeps['sender'],
  stopping: AbortSignal,
): MatchedDrain {
  const key = config.EXPORT_SECRETS_KEY;
  const work = createDeliveryWork(database);
  const internalEvents = createInternalEventWork(database);
  return {
    work,
    together: createTogether({
      ...{ clickhouse, work, logger },
      recentEvents: createRecentEvents(redis, Date.now),
    }),
    targets: createDeliveryTargets(database),
    internalEvents,
    sender,
    secrets: key === undefined ? null : createSealedBox(key),
    siteUrl: config.SITE_URL?.replace(/\/$/, '') ?? null,
    metrics: createDeliveryMetrics(metrics, work, internalEvents),
    logger,
    concurrency: config.DELIVERY_PER_DESTINATION,
    timeoutMs: config.DELIVERY_TIMEOUT_SECONDS * 1_000,
    firstRetryMs: config.DELIVERY_RETRY_SECONDS * 1_000,
    maxAgeMs: config.DELIVERY_MAX_AGE_HOURS * HOUR_MS,
    now,
    random: Math.random,
    stopping,
  };
}

/** Gives up deliveries that are too old, and removes log entries after their retention. */
function startUpkeep(
  config: DeliveryConfig,
  drain: MatchedDrain,
  connection: Connection,
): Consumer {
  const deliveredMs = config.DELIVERY_LOG_DAYS * DAY_MS;
  const failedMs = config.DELIVERY_FAILED_DAYS * DAY_MS;
  return createSweeps('delivery_upkeep', {
    ...connection,
    everyMs: UPKEEP_MS,
    sweep: () => keepUp({ ...drain, deliveredMs, failedMs }),
  });
}

/** Matches internal events of projects to destinations. */
function startInternalEvents(drain: MatchedDrain, connection: Connection): Consumer {
  return createSweeps('internal_events', {
    ...connection,
    everyMs: INTERNAL_EVENTS_MS,
    sweep: async () => {
      await matchInternalEvents(drain);
    },
  });
}

/** Mails about alerts and about rollouts. */
function startAlertMails(
  { config, database, metrics }: DeliveryDeps,
  drain: DrainDeps,
  mail: MailSender,
  connection: Connection,
): Consumer {
  const rolloutMails = createRolloutMails(database);
  const alerts = {
    mails: createAlertMails(database),
    mail,
    alertMetrics: createAlertMailMetrics(metrics),
  };
  return createSweeps('alert_mails', {
    ...connection,
    everyMs: ALERT_MAILS_MS,
    sweep: async () => {
      // Without a mail server the notifications wait: those that are young enough are sent once there is one.
      if (config.SMTP_URL === undefined) return;
      await sendAlertMails({ ...alerts, ...drain });
      await sendRolloutMails({ ...alerts, ...drain, rolloutMails });
    },
  });
}

/** Messages of subscriptions, which the query worker has composed. */
function startSubscriptions(
  { database, metrics }: DeliveryDeps,
  sending: DrainDeps & Pick<SubscriptionSendDeps, 'guard' | 'mail'>,
  connection: Connection,
): Consumer {
  const { secrets } = sending;
  const subscriptions = createSubscriptionWork(database);
  const deps = {
    ...sending,
    subscriptions,
    links: secrets === null ? null : createSubscriptionLinks(secrets, now),
    subscriptionMetrics: createSubscriptionMessageMetrics(metrics, subscriptions),
  };
  return createSweeps('subscription_messages', {
    ...connection,
    everyMs: SUBSCRIPTIONS_MS,
    sweep: () => sendSubscriptions(deps),
  });
}
