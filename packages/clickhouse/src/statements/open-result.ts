import type { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import type { ByteQuery } from '../clickhouse';
import { mergeSettings, READ_SETTINGS } from '../settings';
import { traceTag } from '../traced';

/** The bytes of a result, and the tag of an error that may follow them; null without one. */
interface OpenResult {
  readonly bytes: Readable;
  readonly tag: string | null;
}

/** Starts a statement whose parameters fit into a URL. @throws errors of the driver */
export async function openResult(
  client: ClickHouseClient,
  given: ByteQuery & { readonly queryId: string },
): Promise<OpenResult> {
  const { settings, ...headers } = traceTag(given.settings?.['log_comment']);
  const { stream, response_headers: received } = await client.exec({
    query: `${given.sql}\nFORMAT ${given.format}`,
    query_id: given.queryId,
    clickhouse_settings: mergeSettings(READ_SETTINGS, given.settings, settings),
    ...headers,
    ...(given.params === undefined ? {} : { query_params: given.params }),
    ...(given.signal === undefined ? {} : { abort_signal: given.signal }),
  });
  const tag = received['x-clickhouse-exception-tag'];
  return { bytes: stream, tag: typeof tag === 'string' ? tag : null };
}
