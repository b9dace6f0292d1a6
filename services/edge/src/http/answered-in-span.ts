import type { IncomingMessage } from 'node:http';
import { inSpan, isTracing } from '@tidemark/platform';
import type { Answer } from './answer';

/** Answers a request within a span of its own, which goes on a trace that the client began. */
export function answeredInSpan(
  request: IncomingMessage,
  route: string,
  answer: () => Promise<Answer | null>,
): Promise<Answer | null> {
  if (!isTracing()) return answer();
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
      const answered = await answer();
      if (answered !== null) span.set({ 'http.response.status_code': answered.status });
      if (answered !== null && answered.status >= 500) span.fail();
      return answered;
    },
  );
}
