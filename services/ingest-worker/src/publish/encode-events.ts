import type { NativeColumn } from '@tidemark/clickhouse';
import {
  BinaryWriter,
  createJsonColumn,
  jsonColumn,
  jsonTextColumn,
  writeNativeBlock,
} from '@tidemark/clickhouse';
import type { EventRow } from '@tidemark/domain';
import { serializeJson } from '@tidemark/domain';

/** The size of a browser event is about 5.4 KB. */
const EXPECTED_ROW_BYTES = 6_144;
const MICROSECONDS = 1_000;

interface EventColumn {
  readonly name: string;
  readonly type: string;
  write(writer: BinaryWriter, row: EventRow): void;
}

const EVENT_VALUES: readonly EventColumn[] = [
  { name: 'uuid', type: 'UUID', write: (writer, row) => writer.uuid(row.uuid) },
  text('event', (row) => row.event),
  text('properties_text', (row) => row.propertiesText),
  time('timestamp', 6, (row) => row.timestamp * MICROSECONDS),
  { name: 'team_id', type: 'Int64', write: (writer, row) => writer.int64(row.teamId) },
  text('distinct_id', (row) => row.distinctId),
  text('elements_chain', (row) => row.elementsChain),
  time('created_at', 6, (row) => row.createdAt * MICROSECONDS),
  { name: 'person_id', type: 'UUID', write: (writer, row) => writer.uuid(row.personId) },
  time('person_created_at', 3, (row) => row.personCreatedAt),
  text('person_mode', (row) => row.personMode),
  text('$group_0', (row) => row.groups[0]),
  text('$group_1', (row) => row.groups[1]),
  text('$group_2', (row) => row.groups[2]),
  text('$group_3', (row) => row.groups[3]),
  text('$group_4', (row) => row.groups[4]),
  text('$session_id', (row) => row.sessionId),
  text('$window_id', (row) => row.windowId),
  {
    name: 'historical_migration',
    type: 'Bool',
    write: (writer, row) => writer.bool(row.historicalMigration),
  },
];

/** Names of all columns that `encodeEvents` writes. */
export const EVENT_COLUMNS: readonly string[] = [
  ...EVENT_VALUES.map(({ name }) => name),
  'properties',
  'person_properties',
];

/** `max_dynamic_paths` of the JSON columns of the table `events`. */
const PATHS = { properties: 512, personProperties: 256 };

/**
 * Rows of the `events` table as blocks of the Native format: one with JSON columns that the engine need not
 * parse, and one for rows with a document that has to be inserted as text.
 */
export function encodeEvents(rows: readonly EventRow[]): Buffer {
  const properties = createJsonColumn(PATHS.properties, rows.length);
  const personProperties = createJsonColumn(PATHS.personProperties, rows.length);
  const parsed: EventRow[] = [];
  const texts: EventRow[] = [];
  for (const row of rows) {
    if (properties.accepts(row.properties) && personProperties.accepts(row.personProperties)) {
      properties.add(row.properties);
      personProperties.add(row.personProperties);
      parsed.push(row);
    } else {
      texts.push(row);
    }
  }

  const writer = new BinaryWriter(rows.length * EXPECTED_ROW_BYTES);
  writeRows(writer, parsed, [
    jsonColumn('properties', properties),
    jsonColumn('person_properties', personProperties),
  ]);
  const textsOf = (documentOf: (row: EventRow) => unknown): string[] =>
    texts.map((row) => serializeJson(documentOf(row)));
  writeRows(writer, texts, [
    jsonTextColumn(
      'properties',
      PATHS.properties,
      textsOf((row) => row.properties),
    ),
    jsonTextColumn(
      'person_properties',
      PATHS.personProperties,
      textsOf((row) => row.personProperties),
    ),
  ]);
  return writer.bytes();
}

function writeRows(
  writer: BinaryWriter,
  rows: readonly EventRow[],
  documents: readonly NativeColumn[],
): void {
  if (rows.length === 0) return;
  const values = EVENT_VALUES.map((column): NativeColumn => ({
    name: column.name,
    type: column.type,
    write(target) {
      for (const row of rows) column.write(target, row);
    },
  }));
  writeNativeBlock(writer, rows.length, [...values, ...documents]);
}

function text(name: string, valueOf: (row: EventRow) => string): EventColumn {
  return { name, type: 'String', write: (writer, row) => writer.string(valueOf(row)) };
}

/** @param valueOf time in the unit that the digits after the second give */
function time(name: string, digits: number, valueOf: (row: EventRow) => number): EventColumn {
  const type = `DateTime64(${digits}, 'UTC')`;
  return { name, type, write: (writer, row) => writer.int64(valueOf(row)) };
}
