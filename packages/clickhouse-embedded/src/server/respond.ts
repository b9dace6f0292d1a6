import type { ServerResponse } from 'node:http';
import type { ClickHouseException } from '../errors';
import { contentTypeOf } from './formats';
import { httpStatusOf } from './http-status';

/** The data that every response of a query contains. */
export interface ResponseContext {
  queryId: string;
  /** Sixteen random letters that mark an error after rows that were already sent. */
  exceptionTag: string;
  engineVersion: string;
  timezone: string;
  startedAt: bigint;
}

export interface WriteCounts {
  rowsWritten: number;
  bytesWritten: number;
}

const NOTHING_WRITTEN: WriteCounts = { rowsWritten: 0, bytesWritten: 0 };

/** Returns the headers of a successful response. The numbers of rows read are not known and always 0. */
export function resultHeaders(
  context: ResponseContext,
  format: string,
  { rowsWritten, bytesWritten }: WriteCounts = NOTHING_WRITTEN,
): Record<string, string> {
  const counts = {
    read_rows: rowsWritten,
    read_bytes: bytesWritten,
    written_rows: rowsWritten,
    written_bytes: bytesWritten,
    total_rows_to_read: 0,
    result_rows: rowsWritten,
    result_bytes: bytesWritten,
    elapsed_ns: process.hrtime.bigint() - context.startedAt,
  };
  const summary = Object.entries(counts).map(([name, value]) => [name, String(value)]);
  return {
    ...commonHeaders(context),
    'Content-Type': contentTypeOf(format),
    'X-ClickHouse-Format': format,
    'X-ClickHouse-Timezone': context.timezone,
    'X-ClickHouse-Exception-Tag': context.exceptionTag,
    'X-ClickHouse-Summary': JSON.stringify(Object.fromEntries(summary)),
  };
}

/** Sends an error if nothing of the response was sent before. */
export function sendException(
  response: ServerResponse,
  context: ResponseContext,
  exception: ClickHouseException,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = exceptionText(exception, context.engineVersion);
  const status = httpStatusOf(exception.code);
  response.writeHead(status, {
    ...commonHeaders(context),
    ...(status === 401 ? { 'WWW-Authenticate': 'Basic realm="ClickHouse server HTTP API"' } : {}),
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Length': Buffer.byteLength(body),
    'X-ClickHouse-Exception-Code': exception.code,
  });
  response.end(body);
}

/**
 * Returns the block with an error after rows that were already sent. Clients look for it at the end of a response
 * (ClickHouse 25.11 and later).
 */
export function exceptionFrame(context: ResponseContext, exception: ClickHouseException): Buffer {
  const { exceptionTag: tag } = context;
  const text = exceptionText(exception, context.engineVersion);
  const length = Buffer.byteLength(text);
  return Buffer.from(`\r\n__exception__\r\n${tag}\r\n${text}${length} ${tag}\r\n__exception__\r\n`);
}

function exceptionText(exception: ClickHouseException, version: string): string {
  return `${exception.text} (version ${version} (embedded))\n`;
}

function commonHeaders({ queryId }: ResponseContext): Record<string, string> {
  return {
    'X-ClickHouse-Server-Display-Name': 'clickhouse-embedded',
    // Header values must be Latin-1; other characters would fail the whole response.
    'X-ClickHouse-Query-Id': queryId.replace(/[^\x20-\x7e]/g, '?'),
  };
}
