import type { IncomingMessage } from 'node:http';
import { inSpan, isTracing } from '@tidemark/platform';
import type { EdgeResponse } from './edge-response';

/** Handles a request within a span, which continues the trace of the client if it sent one. */
export function respondInSpan(
  request: IncomingMessage,
  route: string,
  respond: () => Promise<EdgeResponse | null>,
): Promise<EdgeResponse | null> {
  if (!isTracing()) return respond();
  const { headers, method = '' } = request;
  const parent = headers['traceparent'];
  return inSpan(
    `${method} ${route}`,
    {
      kind: 'server',
      parent: typeof parent === 'string' ? parent : undefined,
      attributes: { 'http.request.method': method, 'http.route': route },
    },
    async (span) => {
      const response = await respond();
      if (response !== null) span.set({ 'http.response.status_code': response.status });
      if (response !== null && response.status >= 500) span.fail();
      return response;
    },
  );
}
