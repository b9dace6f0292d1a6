import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce } from './announce';
import type { RunningService } from './lifecycle';
import { closeServer, listen } from './listen';
import type { Logger } from './logger';
import type { Metrics } from './metrics';
import { startMetricsServer } from './metrics-server';
import type { OpsRoutes } from './ops-routes';
import type { ProcessRegister } from './report-process';
import { reportProcess } from './report-process';
import { stopTracing } from './tracing/spans';

/** The variables for the address and the shutdown of a service. */
export interface ListenConfig {
  readonly HOST: string;
  readonly PORT: number;
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST?: string | undefined;
  /** The time between the end of readiness and the end of service, in which load balancers notice the change. */
  readonly SHUTDOWN_DRAIN_SECONDS?: number | undefined;
}

/** The maximum duration of a stop in addition to its drain. */
const STOP_TIMEOUT_MS = 15_000;

/**
 * The last step of every `start()`: listens, and reports the address. A stop first ends readiness, while each
 * response asks the client to close its connection; then it ends the service's own work, the servers, its stores, and
 * sends the last traces.
 */
export async function openService(deps: {
  readonly server: Server;
  readonly ops: OpsRoutes;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly config: ListenConfig;
  /**
   * The register for reports of this process, and the name of the service; absent if the service has no store for it.
   */
  readonly reports?: { readonly service: string; readonly register: ProcessRegister };
  /** Ends background work that takes work from shared queues, such as a consumer. */
  readonly stopWork?: () => Promise<void>;
  /** Called after the last request, when the stores are no longer needed. */
  readonly closeStores: () => Promise<unknown>;
}): Promise<RunningService> {
  const { server, ops, metrics, logger, config } = deps;
  let leaving = false;
  server.prependListener('request', (_request, response) => {
    // `Connection: close`: the client's next request opens a new connection, to another process.
    if (leaving) response.shouldKeepAlive = false;
  });
  const drainMs = (config.SHUTDOWN_DRAIN_SECONDS ?? 0) * 1_000;
  const port = await listen(server, config.PORT, config.HOST);
  const metricsServer = await startMetricsServer(metrics, config.METRICS_PORT, config.METRICS_HOST);
  announce(logger, { port, metricsPort: metricsServer.port });

  const reports =
    deps.reports &&
    reportProcess({
      ...deps.reports,
      readiness: () => ops.readiness(),
      // The readiness check of this process already reports the unavailable store.
      onFailure: (error) =>
        logger.debug({ err: error }, 'the state of this process was not reported'),
    });

  const stop = async (): Promise<void> => {
    ops.startDraining();
    leaving = true;
    await Promise.all([deps.stopWork?.(), sleep(drainMs)]);
    await Promise.all([closeServer(server), metricsServer.close()]);
    await reports?.stop();
    await deps.closeStores();
    // A stop must not fail because the collector is unavailable.
    await stopTracing().catch((error: unknown) =>
      logger.warn({ err: error }, 'the last traces could not be sent'),
    );
  };
  let stopping: Promise<void> | null = null;
  return {
    port,
    stopTimeoutMs: STOP_TIMEOUT_MS + drainMs,
    stop: () => (stopping ??= stop()),
  };
}
