import type { RunningService } from '@tidemark/platform';
import {
  createHttpServer,
  createLogger,
  createMetrics,
  createOpsRoutes,
  metricsOnPort,
  openService,
  startTracing,
} from '@tidemark/platform';
import { closeRedis, createProcessDirectory } from '@tidemark/redis';
import type { DeliveryConfig } from './config';
import { openStores } from './open-stores';
import { startDeliveries } from './start-deliveries';

/** Wires the stores to the queues and starts to deliver. */
export async function start(config: DeliveryConfig): Promise<RunningService> {
  const logger = createLogger('delivery', config.LOG_LEVEL);
  await startTracing('delivery', config, logger);
  const metrics = createMetrics('delivery');
  const stores = await openStores(config, logger);
  const deliveries = startDeliveries({ config, ...stores, metrics, logger });
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
