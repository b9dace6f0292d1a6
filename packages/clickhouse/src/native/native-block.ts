import type { BinaryWriter } from '../binary/binary-writer';
import type { JsonColumn } from './json-column';
import { tableJsonType } from './json-column';

/** A column of a block of ClickHouse's Native format. */
export interface NativeColumn {
  readonly name: string;
  /** SQL of the type of the values. The engine converts them if the column of the table has another type. */
  readonly type: string;
  /** Writes the value of each row of the block. */
  write(writer: BinaryWriter): void;
}

/** Writes a block; several blocks may follow each other in one insert. */
export function writeNativeBlock(
  writer: BinaryWriter,
  rows: number,
  columns: readonly NativeColumn[],
): void {
  writer.varint(columns.length);
  writer.varint(rows);
  for (const column of columns) {
    writer.string(column.name);
    writer.string(column.type);
    column.write(writer);
  }
}

/** A JSON column whose values the engine need not parse. */
export function jsonColumn(name: string, documents: JsonColumn): NativeColumn {
  return {
    name,
    type: documents.type,
    write(writer) {
      documents.writePrefix(writer);
      documents.write(writer);
    },
  };
}

/** The form of JSON columns that holds a text for each row. */
const JSON_TEXTS = 1;

/** A JSON column as texts, which the engine parses. */
export function jsonTextColumn(
  name: string,
  maxPaths: number,
  texts: readonly string[],
): NativeColumn {
  return {
    name,
    type: tableJsonType(maxPaths),
    write(writer) {
      writer.int64(JSON_TEXTS);
      for (const text of texts) writer.string(text);
    },
  };
}
