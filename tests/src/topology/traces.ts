import { randomBytes } from 'node:crypto';
import type { OtlpReceiver, ReceivedSpan } from '@tidemark/testing';

/**
 * A trace id that is recorded whatever the sampling share is. The sampler combines the four words of the id by
 * exclusive or and records small results; two equal pairs of words give 0.
 */
export function tracedId(): string {
  const [first, second] = [randomBytes(4).toString('hex'), randomBytes(4).toString('hex')];
  return first + second + first + second;
}

/** The header `traceparent` as a client sends it. */
export const traceparent = (traceId: string): string => `00-${traceId}-00f067aa0ba902b7-01`;

/**
 * The names of the spans on the path to the named span. The path begins at a span whose parent is not in the trace;
 * each name follows the name of its service.
 */
export function pathTo(
  collector: OtlpReceiver,
  traceId: string,
  name: string,
  isOne: (span: ReceivedSpan) => boolean = () => true,
): readonly string[] {
  const spans = collector.spans.filter((span) => span.traceId === traceId);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const path: string[] = [];
  let at = spans.find((span) => span.name === name && isOne(span));
  while (at !== undefined) {
    path.unshift(`${at.service} ${at.name}`);
    at = byId.get(at.parentSpanId ?? '');
  }
  return path;
}
