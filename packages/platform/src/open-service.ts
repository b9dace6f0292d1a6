import type { Server } from 'node:http';
import { announce } from './announce';
import type { RunningService } from './lifecycle';
import { closeServer, listen } from './listen';
import type { Logger } from './logger';
import type { Metrics } from './metrics';
import { startMetricsServer } from './metrics-server';
import type { OpsRoutes } from './ops-routes';

/** The three variables of every service that say where it listens. */
export interface ListenConfig {
  readonly HOST: string;
  readonly PORT: number;
  readonly METRICS_PORT?: number | undefined;
}

/**
 * The last step of every `start()`: listens, tells where, and knows the order of a stop. Readiness
 * goes first, then the service's own work, then the servers, then its stores.
 */
export async function openService(deps: {
  readonly server: Server;
  readonly ops: OpsRoutes;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly config: ListenConfig;
  /** Ends background work that takes things from others, such as a consumer. */
  readonly stopWork?: () => Promise<void>;
  /** Runs once nothing can ask for a store any more. */
  readonly closeStores: () => Promise<unknown>;
}): Promise<RunningService> {
  const { server, ops, metrics, logger, config } = deps;
  const port = await listen(server, config.PORT, config.HOST);
  const metricsServer = await startMetricsServer(metrics, config.METRICS_PORT);
  announce(logger, { port, metricsPort: metricsServer.port });

  const stop = async (): Promise<void> => {
    ops.startDraining();
    await deps.stopWork?.();
    await Promise.all([closeServer(server), metricsServer.close()]);
    await deps.closeStores();
  };
  let stopping: Promise<void> | null = null;
  return { port, stop: () => (stopping ??= stop()) };
}
