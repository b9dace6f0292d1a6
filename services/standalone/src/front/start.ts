import type { RequestListener } from 'node:http';
import type { EdgeConfig } from '@tidemark/edge';
import { start as startEdge } from '@tidemark/edge';
import type { RunningService } from '@tidemark/platform';
import { createLogger, findFreePort } from '@tidemark/platform';
import type { FrontConfig } from './config';
import { startMergedMetrics } from './metrics-server';
import { createApiProxy } from './proxy';
import { collectMetrics, readinessChecks } from './sources';

const MCP_PATH = /^\/mcp\/?(?:\?|$)/;

/**
 * Starts the server of the public port: the edge handles its own paths in this process, `/mcp` is forwarded to the MCP
 * service, and every other path to the api. `/_readyz` is 200 only if every process is ready.
 */
export async function start(config: FrontConfig, edge: EdgeConfig): Promise<RunningService> {
  const logger = createLogger('front', config.LOG_LEVEL);
  const options = { logger, trustedProxyHops: edge.TRUSTED_PROXY_HOPS };
  const api = createApiProxy(config.API_URL, options);
  const mcp = createApiProxy(config.MCP_URL, options);
  const fallback: RequestListener = (request, response) => {
    const { listener } = MCP_PATH.test(request.url ?? '') ? mcp : api;
    listener(request, response);
  };
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
    { fallback, checks: readinessChecks(config.FRONT_SOURCES) },
  );
  return {
    port: service.port,
    stop: async () => {
      await service.stop();
      api.close();
      mcp.close();
      await metrics.close();
    },
  };
}
