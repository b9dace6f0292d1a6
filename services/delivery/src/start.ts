import type { Logger, Metrics, RunningService } from '@tidemark/platform';
import {
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  createOutboundGuard,
  createSealedBox,
  createSubscriptionLinks,
  metricsOnPort,
  openService,
  startTracing,
} from '@tidemark/platform';
import {
  createAlertMails,
  createDeliveryTargets,
  createDeliveryWork,
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
import { closeRedis, createProcessDirectory } from '@tidemark/redis';
import { sendAlertMails } from './alerts/send-alert-mails';
import { sendRolloutMails } from './rollouts/send-rollout-mails';
import type { DeliveryConfig } from './config';
import {
  createAlertMailMetrics,
  createDeliveryMetrics,
  createSubscriptionMessageMetrics,
} from './delivery-metrics';
import type { DeliveryStores } from './open-stores';
import { openStores } from './open-stores';
import { createMailSender } from './sending/send-mail';
import { createSender } from './sending/sender';
import { sendSubscriptions } from './subscriptions/send-subscriptions';
import type { DrainDeps } from './work/drain';
import { drainDestination } from './work/drain';
import { makeTest } from './work/make-test';

/** How soon a delivery is made after its event was stored, or its time has come. */
const SWEEP_MS = 500;
const UPKEEP_MS = 15_000;
const ALERT_MAILS_MS = 2_000;
const SUBSCRIPTIONS_MS = 1_000;
/** Destinations of one sweep. */
const MAX_DUE = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Wires the stores to the queues and starts to deliver. */
export async function start(config: DeliveryConfig): Promise<RunningService> {
  const logger = createLogger('delivery', config.LOG_LEVEL);
  await startTracing('delivery', config, logger);
  const metrics = createMetrics('delivery');
  const stores = await openStores(config, logger);
  const deliveries = startDeliveries(config, stores, metrics, logger);
  const ops = createOpsRoutes({
    checks: [
      { name: 'postgres', check: () => stores.database.check() },
      { name: 'clickhouse', check: () => stores.clickhouse.ping() },
      { name: 'redis', check: () => deliveries.check() },
    ],
    metrics,
    serveMetrics: metricsOnPort(config),
  });
  return openService({
    server: createHttpServer(config, ops.listener),
    reports: { service: 'delivery', register: createProcessDirectory(stores.redis) },
    ops,
    metrics,
    logger,
    config,
    stopWork: () => deliveries.close(),
    closeStores: async () => {
      await Promise.all([
        stores.database.close(),
        stores.clickhouse.close(),
        closeRedis(stores.redis),
      ]);
    },
  });
}

function startDeliveries(
  config: DeliveryConfig,
  { database, clickhouse }: DeliveryStores,
  metrics: Metrics,
  logger: Logger,
): { check(): Promise<void>; close(): Promise<void> } {
  const key = config.EXPORT_SECRETS_KEY;
  const secrets = key === undefined ? null : createSealedBox(key);
  const stopping = new AbortController();
  const timeoutMs = config.DELIVERY_TIMEOUT_SECONDS * 1_000;
  const guard = createOutboundGuard({
    allowPrivate: config.DELIVERY_ALLOW_PRIVATE_ENDPOINTS,
    allowedHosts: config.DELIVERY_ALLOWED_HOSTS,
  });
  const mail = createMailSender(config.SMTP_URL, config.SMTP_FROM, timeoutMs);
  const now = () => new Date();
  const sender = createSender({ guard, mail, timeoutMs, now });
  const work = createDeliveryWork(database);
  const drain: DrainDeps = {
    work,
    targets: createDeliveryTargets(database),
    clickhouse,
    sender,
    secrets,
    siteUrl: config.SITE_URL?.replace(/\/$/, '') ?? null,
    metrics: createDeliveryMetrics(metrics, work),
    logger,
    concurrency: config.DELIVERY_PER_DESTINATION,
    timeoutMs,
    firstRetryMs: config.DELIVERY_RETRY_SECONDS * 1_000,
    maxAgeMs: config.DELIVERY_MAX_AGE_HOURS * HOUR_MS,
    now,
    random: Math.random,
    stopping: stopping.signal,
  };
  const rolloutMails = createRolloutMails(database);
  const alerts = {
    mails: createAlertMails(database),
    mail,
    alertMetrics: createAlertMailMetrics(metrics),
  };
  const subscriptions = createSubscriptionWork(database);
  const messages = {
    subscriptions,
    guard,
    mail,
    links: secrets === null ? null : createSubscriptionLinks(secrets, now),
    subscriptionMetrics: createSubscriptionMessageMetrics(metrics, subscriptions),
  };
  const connection = { redisUrl: config.REDIS_URL, logger, metrics: createQueueMetrics(metrics) };
  const queue = createDeliveryQueue(connection);
  const consumer = createDeliveryConsumer({
    ...connection,
    concurrency: config.DELIVERY_CONCURRENCY,
    handle: (job) => drainDestination(drain, job.destination_id),
  });
  const tests = createDeliveryTestConsumer({
    ...connection,
    handle: (job) => makeTest({ sender, secrets }, job),
  });
  const sweeps = createSweeps('deliveries', {
    ...connection,
    everyMs: SWEEP_MS,
    sweep: async () => queue.add(await work.listDue(MAX_DUE)),
  });
  const upkeep = createSweeps('delivery_upkeep', {
    ...connection,
    everyMs: UPKEEP_MS,
    sweep: async () => {
      const time = now().getTime();
      await work.expire(new Date(time - drain.maxAgeMs));
      await work.prune(
        new Date(time - config.DELIVERY_LOG_DAYS * DAY_MS),
        new Date(time - config.DELIVERY_FAILED_DAYS * DAY_MS),
      );
    },
  });
  const alertMails = createSweeps('alert_mails', {
    ...connection,
    everyMs: ALERT_MAILS_MS,
    sweep: async () => {
      // Without a mail server the notifications wait: those that are young enough are sent once there is one.
      if (config.SMTP_URL === undefined) return;
      await sendAlertMails({ ...alerts, ...drain });
      await sendRolloutMails({ ...alerts, ...drain, rolloutMails });
    },
  });
  const subscriptionMessages = createSweeps('subscription_messages', {
    ...connection,
    everyMs: SUBSCRIPTIONS_MS,
    sweep: () => sendSubscriptions({ ...drain, ...messages }),
  });
  const consumers = [consumer, tests, sweeps, upkeep, alertMails, subscriptionMessages];
  return {
    check: () => consumer.check(),
    async close() {
      stopping.abort();
      await Promise.all(consumers.map((one) => one.close()));
      await queue.close();
      mail.close();
      guard.close();
    },
  };
}
