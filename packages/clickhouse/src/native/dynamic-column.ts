import type { BinaryWriter } from '../binary/binary-writer';
import type { JsonShape } from './json-shape';
import type { ValueColumn } from './value-columns';
import { createValueColumn } from './value-columns';

/** The form of Dynamic columns that lists their types and then, for each row, the number of its type. */
const FLATTENED_DYNAMIC = 3;
/** Stands for a row without a value. No path has as many types: see `arrayShape`. */
const NO_VALUE = 255;

/** The values of one path of a JSON column, each with its type. */
export class DynamicColumn {
  private readonly shapes: JsonShape[] = [];
  private readonly columns: ValueColumn[] = [];
  private readonly isUsed: boolean[] = [];
  /** For each row the index of its shape. */
  private types: Uint8Array;
  private lastRow = -1;

  /**
   * @param expectedRows how many rows the column is likely to have
   * @param createDocuments makes the column of objects in arrays
   */
  constructor(
    readonly path: string,
    expectedRows: number,
    private readonly createDocuments: () => ValueColumn,
  ) {
    this.types = new Uint8Array(expectedRows).fill(NO_VALUE);
  }

  get isEmpty(): boolean {
    return this.lastRow === -1;
  }

  accepts(shape: JsonShape, value: unknown): boolean {
    return shape.depth === 0 || this.columnOf(shape).accepts(value);
  }

  /** Sets the value of a row, which must come after the rows set before. */
  set(row: number, shape: JsonShape, value: unknown): void {
    this.columnOf(shape).add(value);
    if (row >= this.types.length) this.grow(row + 1);
    const type = this.shapes.indexOf(shape);
    this.types[row] = type;
    this.isUsed[type] = true;
    this.lastRow = row;
  }

  writePrefix(writer: BinaryWriter): void {
    const used = this.usedColumns();
    writer.int64(FLATTENED_DYNAMIC);
    writer.varint(used.length);
    for (const { type } of used) writer.string(type);
    for (const column of used) column.writePrefix(writer);
  }

  write(writer: BinaryWriter, rows: number): void {
    const used = this.usedColumns();
    const numbers = new Uint8Array(NO_VALUE + 1).fill(used.length);
    used.forEach((column, index) => (numbers[this.columns.indexOf(column)] = index));
    const bytes = writer.bytesToFill(rows);
    bytes.fill(used.length, this.lastRow + 1);
    for (let row = 0; row <= this.lastRow; row += 1) {
      bytes[row] = numbers[this.types[row] ?? NO_VALUE] ?? used.length;
    }
    for (const column of used) column.write(writer);
  }

  /** Without those made for a value that was accepted in a document that was not. */
  private usedColumns(): ValueColumn[] {
    return this.columns.filter((_, index) => this.isUsed[index] === true);
  }

  private columnOf(shape: JsonShape): ValueColumn {
    const column = this.columns[this.shapes.indexOf(shape)];
    if (column !== undefined) return column;
    const created = createValueColumn(shape, this.createDocuments);
    this.shapes.push(shape);
    this.columns.push(created);
    return created;
  }

  private grow(rows: number): void {
    const types = new Uint8Array(Math.max(rows, this.types.length * 2)).fill(NO_VALUE);
    types.set(this.types);
    this.types = types;
  }
}
