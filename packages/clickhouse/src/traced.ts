import type { SpanOptions } from '@tidemark/platform';
import { activeTraceparent, traceIdOf } from '@tidemark/platform';
import type { StatementSettings } from './settings';

/** The settings and headers by which a statement refers to its trace; empty without a trace. */
export interface TraceTag {
  readonly settings?: StatementSettings;
  readonly http_headers?: Record<string, string>;
}

/**
 * Tags a statement with the active trace: the trace id in `log_comment`, by which the statement is found in the
 * engine's query log, and `traceparent`, with which a server that records spans continues the trace.
 *
 * @param comment the existing comment, a JSON object as text.
 */
export function traceTag(comment: StatementSettings[string] | undefined): TraceTag {
  const traceparent = activeTraceparent();
  if (traceparent === undefined) return {};
  const said = typeof comment === 'string' ? (JSON.parse(comment) as object) : {};
  return {
    settings: { log_comment: JSON.stringify({ ...said, trace_id: traceIdOf(traceparent) }) },
    http_headers: { traceparent },
  };
}

/** Returns the options of the span of one statement. */
export function spanOf(queryId: string): SpanOptions {
  const attributes = { 'db.system.name': 'clickhouse', 'clickhouse.query_id': queryId };
  return { kind: 'client', attributes };
}
