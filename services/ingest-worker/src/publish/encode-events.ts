import { RowBinaryWriter } from '@tidemark/clickhouse';
import type { EventRow } from '@tidemark/domain';

/** In the order in which `writeRow` writes them. */
export const EVENT_COLUMNS = [
  'uuid',
  'event',
  'properties_text',
  'properties',
  'timestamp',
  'team_id',
  'distinct_id',
  'elements_chain',
  'created_at',
  'person_id',
  'person_created_at',
  'person_properties',
  'person_mode',
  '$group_0',
  '$group_1',
  '$group_2',
  '$group_3',
  '$group_4',
  '$session_id',
  '$window_id',
  'historical_migration',
] as const;

/** Rows of the `events` table as RowBinary; row `i` lies from `starts[i]` to `starts[i + 1]`. */
export interface EncodedEventRows {
  readonly bytes: Buffer;
  /** One more than there are rows. */
  readonly starts: readonly number[];
}

/** The size of a browser event is about 5.4 KB. */
const EXPECTED_ROW_BYTES = 6_144;

export function encodeEvents(count: number, rowAt: (index: number) => EventRow): EncodedEventRows {
  const writer = new RowBinaryWriter(count * EXPECTED_ROW_BYTES);
  const starts = [0];
  for (let index = 0; index < count; index += 1) {
    writeRow(writer, rowAt(index));
    starts.push(writer.length);
  }
  return { bytes: writer.bytes(), starts };
}

const MICROSECONDS = 1_000;

function writeRow(writer: RowBinaryWriter, row: EventRow): void {
  writer.uuid(row.uuid);
  writer.string(row.event);
  writer.string(row.propertiesText);
  writer.string(row.properties);
  writer.int64(row.timestamp * MICROSECONDS);
  writer.int64(row.teamId);
  writer.string(row.distinctId);
  writer.string(row.elementsChain);
  writer.int64(row.createdAt * MICROSECONDS);
  writer.uuid(row.personId);
  writer.int64(row.personCreatedAt);
  writer.string(row.personProperties);
  writer.string(row.personMode);
  for (const key of row.groups) writer.string(key);
  writer.string(row.sessionId);
  writer.string(row.windowId);
  writer.bool(row.historicalMigration);
}
