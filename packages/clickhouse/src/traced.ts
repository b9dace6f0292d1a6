import type { SpanOptions } from '@tidemark/platform';
import { activeTraceparent, traceIdOf } from '@tidemark/platform';
import type { StatementSettings } from './settings';

/** The settings and headers by which a statement refers to its trace; empty without a trace. */
export interface TraceTag {
  readonly settings?: StatementSettings;
  readonly http_headers?: Record<string, string>;
}

/**
 * Tags a statement with the active trace: its id in `log_comment`, by which the engine's query log finds it, and
 * `traceparent`, with which a server that records spans of its own goes on.
 *
 * @param comment a JSON object that is the comment already.
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

/** The span of one statement. */
export function spanOf(queryId: string): SpanOptions {
  const attributes = { 'db.system.name': 'clickhouse', 'clickhouse.query_id': queryId };
  return { kind: 'client', attributes };
}
