import type { ClickHouse } from '@tidemark/clickhouse';
import { ClickHouseQueryError } from '@tidemark/clickhouse';
import type { EventRow } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';
import { encodeEvents, EVENT_COLUMNS } from './encode-events';
import { insertToken } from './insert-token';

/** Codes of ClickHouse errors that mean that a row is invalid, independent of the state of the server. */
const BAD_ROW_CODES: ReadonlySet<number> = new Set([
  6, // CANNOT_PARSE_TEXT
  25, // CANNOT_PARSE_ESCAPE_SEQUENCE
  26, // CANNOT_PARSE_QUOTED_STRING
  27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  38, // CANNOT_PARSE_DATE
  41, // CANNOT_PARSE_DATETIME
  53, // TYPE_MISMATCH
  69, // ARGUMENT_OUT_OF_BOUND
  72, // CANNOT_PARSE_NUMBER
  117, // INCORRECT_DATA
  131, // TOO_LARGE_STRING_SIZE
  306, // TOO_DEEP_RECURSION
  321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
  376, // CANNOT_PARSE_UUID
]);

export interface RejectedRow {
  /** The index of the row in the batch. */
  readonly index: number;
  readonly code: number;
}

export interface EventBatch {
  readonly rows: readonly EventRow[];
  /** All rows, as `encodeEvents` encodes them. */
  readonly blocks: Buffer;
  /** The record of each row. The deduplication token is computed from them: a repeated insert stores nothing twice. */
  readonly records: readonly LogRecord[];
}

/**
 * Inserts event rows. If ClickHouse rejects a row, the rows are divided in halves until that row is alone, so that
 * all others are stored.
 *
 * @param beforeInsert runs immediately before each insert; if it rejects, the insert is not sent.
 * @returns the rejected rows.
 * @throws any error that is not caused by a row: the caller tries again.
 */
export async function insertEvents(
  clickhouse: ClickHouse,
  { rows, blocks, records }: EventBatch,
  beforeInsert: () => Promise<void>,
): Promise<readonly RejectedRow[]> {
  const insert = async (from: number, to: number): Promise<readonly RejectedRow[]> => {
    if (from === to) return [];
    const isWhole = from === 0 && to === rows.length;
    const inserted = isWhole ? blocks : encodeEvents(rows.slice(from, to));
    await beforeInsert();
    try {
      await clickhouse.insertNative('events', inserted, {
        columns: EVENT_COLUMNS,
        token: insertToken(records.slice(from, to)),
      });
      return [];
    } catch (error) {
      if (!(error instanceof ClickHouseQueryError) || !BAD_ROW_CODES.has(error.code)) throw error;
      if (to - from === 1) return [{ index: from, code: error.code }];
      const middle = Math.ceil((from + to) / 2);
      return [...(await insert(from, middle)), ...(await insert(middle, to))];
    }
  };
  return insert(0, rows.length);
}
