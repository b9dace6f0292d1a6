import type { EdgeConfig } from '@tidemark/edge';
import { start as startEdge } from '@tidemark/edge';
import type { RunningService } from '@tidemark/platform';
import { createLogger, findFreePort } from '@tidemark/platform';
import type { FrontConfig } from './config';
import { startMergedMetrics } from './metrics-server';
import { createApiProxy } from './proxy';
import { collectMetrics, readinessChecks } from './sources';

/**
 * The one public port: the edge serves its own paths, everything else goes to the api. `/_readyz`
 * is 200 only when every process is ready.
 */
export async function start(config: FrontConfig, edge: EdgeConfig): Promise<RunningService> {
  const logger = createLogger('front', config.LOG_LEVEL);
  const proxy = createApiProxy(config.API_URL, {
    logger,
    trustedProxyHops: edge.TRUSTED_PROXY_HOPS,
  });
  const edgeMetricsPort = await findFreePort();
  const metricsUrls = [
    `http://127.0.0.1:${edgeMetricsPort}/metrics`,
    ...config.FRONT_SOURCES.flatMap(({ metricsUrl }) => metricsUrl ?? []),
  ];
  const metrics = await startMergedMetrics(config.METRICS_PORT, () =>
    collectMetrics(metricsUrls, (url, error) => {
      logger.warn({ url, err: error }, 'the metrics of a process cannot be read');
    }),
  );
  const service = await startEdge(
    { ...edge, METRICS_PORT: edgeMetricsPort },
    { fallback: proxy.listener, checks: readinessChecks(config.FRONT_SOURCES) },
  );
  return {
    port: service.port,
    stop: async () => {
      await service.stop();
      proxy.close();
      await metrics.close();
    },
  };
}
