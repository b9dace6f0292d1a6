import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { inStep } from '@tidemark/platform';
import type { InsertOptions } from '../clickhouse';
import { quoteIdentifier } from '../quote-identifier';
import { INSERT_SETTINGS, mergeSettings } from '../settings';
import { spanOf, traceTag } from '../traced';
import { translateError } from '../translate-error';

type Insert = (
  table: string,
  format: 'JSONEachRow' | 'RowBinary' | 'Native',
  body: Buffer,
  given: InsertOptions,
) => Promise<void>;

export function createInsert(client: ClickHouseClient): Insert {
  const runInsert: Insert = async (table, format, body, given) => {
    if (body.length === 0) return;
    const queryId = given.queryId ?? randomUUID();
    const columns =
      given.columns === undefined ? '' : ` (${given.columns.map(quoteIdentifier).join(', ')})`;
    const { settings, ...headers } = traceTag(given.settings?.['log_comment']);
    try {
      const { stream } = await client.exec({
        query: `INSERT INTO ${quoteIdentifier(table)}${columns} FORMAT ${format}`,
        query_id: queryId,
        clickhouse_settings: mergeSettings(
          INSERT_SETTINGS,
          // Without a token, replicated tables would treat an insert of equal rows as a repetition and not store it.
          { insert_deduplication_token: given.token ?? queryId },
          given.settings,
          settings,
        ),
        ...headers,
        values: Readable.from([body], { objectMode: false }),
      });
      for await (const _ of stream) {
        // An insert returns nothing; the stream must end before its socket is free again.
      }
    } catch (error) {
      throw translateError(error, queryId);
    }
  };

  return (table, format, body, given) => {
    const queryId = given.queryId ?? randomUUID();
    return inStep(`clickhouse insert ${table}`, spanOf(queryId), () =>
      runInsert(table, format, body, { ...given, queryId }),
    );
  };
}
