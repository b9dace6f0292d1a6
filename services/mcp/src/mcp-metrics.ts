import type { Metrics } from '@tidemark/platform';

/** The reason why a request was rejected. */
export type Rejection = 'origin' | 'key' | 'rate' | 'sessions' | 'session';

export interface McpMetrics {
  call(call: { readonly tool: string; readonly seconds: number; readonly isError: boolean }): void;
  reject(reason: Rejection): void;
}

export function createMcpMetrics(metrics: Metrics, sessions: () => number): McpMetrics {
  metrics.readGauge('mcp_sessions', 'Sessions of agents that this process keeps', sessions);
  const calls = metrics.counter('mcp_calls_total', 'Calls of tools by agents', ['tool', 'outcome']);
  const seconds = metrics.histogram('mcp_call_seconds', 'Time of a call of a tool', ['tool']);
  const rejections = metrics.counter(
    'mcp_rejections_total',
    'Requests that were not served: foreign origin, missing or invalid key, too many messages, too many sessions, unknown session',
    ['reason'],
  );
  return {
    call({ tool, seconds: duration, isError }) {
      calls.inc({ tool, outcome: isError ? 'error' : 'success' });
      seconds.observe({ tool }, duration);
    },
    reject: (reason) => rejections.inc({ reason }),
  };
}
