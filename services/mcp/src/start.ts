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
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { McpConfig } from './config';
import { createMcpListener } from './http/serve-mcp';
import { createMcpMetrics } from './mcp-metrics';
import { createSessionStore } from './sessions/session-store';
import type { SessionTransport } from './sessions/session-transport';

const MINUTE_MS = 60_000;
const EXPIRE_EVERY_MS = 5_000;
const API_CHECK_MS = 1_500;

/** Serves the Model Context Protocol over HTTP. Sessions are in memory: a key's requests go to one process. */
export async function start(config: McpConfig): Promise<RunningService> {
  const logger = createLogger('mcp', config.LOG_LEVEL);
  await startTracing('mcp', config, logger);
  const metrics = createMetrics('mcp');
  const sessions = createSessionStore<SessionTransport>(
    {
      maxSessions: config.MCP_MAX_SESSIONS,
      perKey: config.MCP_SESSIONS_PER_CLIENT,
      idleMs: config.MCP_SESSION_IDLE_MINUTES * MINUTE_MS,
    },
    Date.now,
    (error) => logger.warn({ err: error }, 'a session could not be closed'),
  );
  const ops = createOpsRoutes({
    checks: [{ name: 'api', check: () => checkApi(config.API_URL) }],
    metrics,
    serveMetrics: metricsOnPort(config),
  });
  const site = config.SITE_URL === undefined ? [] : [new URL(config.SITE_URL).hostname];
  const listener = createMcpListener({
    apiUrl: config.API_URL,
    sessions,
    limiter: new RateLimiterMemory({ points: config.MCP_CALLS_PER_MINUTE, duration: 60 }),
    origins: {
      hosts: [...config.MCP_ALLOWED_HOSTS, ...site],
      origins: config.MCP_ALLOWED_ORIGINS,
    },
    metrics: createMcpMetrics(metrics, () => sessions.size),
    logger,
  });
  const expiring = setInterval(() => void sessions.expire(), EXPIRE_EVERY_MS);
  return openService({
    server: createHttpServer(config, (request, response) => {
      if (!ops.handle(request, response)) listener(request, response);
    }),
    ops,
    metrics,
    logger,
    config,
    stopWork: async () => {
      clearInterval(expiring);
      // Streams are open as long as their sessions are.
      await sessions.closeAll();
    },
    closeStores: () => Promise.resolve(),
  });
}

async function checkApi(url: string): Promise<void> {
  const response = await fetch(new URL('/_livez', url), {
    signal: AbortSignal.timeout(API_CHECK_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
}
