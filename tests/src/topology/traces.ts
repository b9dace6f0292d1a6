import { randomBytes } from 'node:crypto';
import type { OtlpReceiver, ReceivedSpan } from '@tidemark/testing';

/**
 * The id of a trace that is recorded whatever the share: the sampler folds its four words into one by exclusive
 * or, and records what is small. Two equal pairs fold to 0.
 */
export function tracedId(): string {
  const [first, second] = [randomBytes(4).toString('hex'), randomBytes(4).toString('hex')];
  return first + second + first + second;
}

/** As a client sends it. */
export const traceparent = (traceId: string): string => `00-${traceId}-00f067aa0ba902b7-01`;

/** The names of the spans from one without a parent among these (its service before it) to the one named. */
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
