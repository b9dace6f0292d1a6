import type { BinaryWriter } from '../binary/binary-writer';
import type { ElementType, JsonShape } from './json-shape';
import { isNull } from './json-shape';

/** Values of one type, in the order of their rows. */
export interface ValueColumn {
  /** SQL of the type. */
  readonly type: string;
  /** Whether `add` can take the value. A value that is not accepted must not be added. */
  accepts(value: unknown): boolean;
  add(value: unknown): void;
  /** Writes the structure of the column, which stands before the data of all columns. */
  writePrefix(writer: BinaryWriter): void;
  write(writer: BinaryWriter): void;
}

/** @param createDocuments makes the column of objects in arrays */
export function createValueColumn(
  { depth, element }: JsonShape,
  createDocuments: () => ValueColumn,
): ValueColumn {
  if (depth === 0) return new SingleValues(element);
  let column = element === 'JSON' ? createDocuments() : new NullableValues(element);
  for (let level = 0; level < depth; level += 1) column = new Arrays(column);
  return column;
}

class SingleValues implements ValueColumn {
  private readonly values: unknown[] = [];

  constructor(readonly type: ElementType) {}

  accepts(): boolean {
    return true;
  }

  add(value: unknown): void {
    this.values.push(value);
  }

  writePrefix(): void {
    // Single values have no structure.
  }

  write(writer: BinaryWriter): void {
    writeValues(writer, this.type, this.values);
  }
}

class NullableValues implements ValueColumn {
  readonly type: string;
  private readonly values: unknown[] = [];
  private readonly nulls: number[] = [];

  constructor(private readonly element: ElementType) {
    this.type = `Nullable(${element})`;
  }

  accepts(): boolean {
    return true;
  }

  add(value: unknown): void {
    const isMissing = isNull(value);
    this.nulls.push(isMissing ? 1 : 0);
    this.values.push(isMissing ? DEFAULTS[this.element] : value);
  }

  writePrefix(): void {
    // Single values have no structure.
  }

  write(writer: BinaryWriter): void {
    writer.bytesToFill(this.nulls.length).set(this.nulls);
    writeValues(writer, this.element, this.values);
  }
}

const DEFAULTS: Readonly<Record<ElementType, unknown>> = {
  Int64: 0,
  Float64: 0,
  Bool: false,
  String: '',
  JSON: {},
};

class Arrays implements ValueColumn {
  readonly type: string;
  /** For each array, how many elements it and the arrays before it have. */
  private readonly ends: number[] = [];
  private count = 0;

  constructor(private readonly elements: ValueColumn) {
    this.type = `Array(${elements.type})`;
  }

  accepts(value: unknown): boolean {
    return (value as readonly unknown[]).every((element) => this.elements.accepts(element));
  }

  add(value: unknown): void {
    const array = value as readonly unknown[];
    for (const element of array) this.elements.add(element);
    this.count += array.length;
    this.ends.push(this.count);
  }

  writePrefix(writer: BinaryWriter): void {
    this.elements.writePrefix(writer);
  }

  write(writer: BinaryWriter): void {
    for (const end of this.ends) writer.int64(end);
    this.elements.write(writer);
  }
}

function writeValues(writer: BinaryWriter, type: ElementType, values: readonly unknown[]): void {
  switch (type) {
    case 'Int64':
      for (const value of values) writeInt64(writer, value as number);
      break;
    case 'Float64':
      for (const value of values) writer.float64(value as number);
      break;
    case 'Bool':
      for (const value of values) writer.bool(value as boolean);
      break;
    case 'String':
      writer.strings(values as readonly string[]);
      break;
    case 'JSON':
      throw new Error('documents are written by their own column');
  }
}

/** Beyond 2^53, the digits of the JSON text count: they differ from the exact value of the number. */
function writeInt64(writer: BinaryWriter, value: number): void {
  if (Number.isSafeInteger(value)) writer.int64(value);
  else writer.bigInt64(BigInt(String(value)));
}
