import type { BinaryWriter } from '../binary/binary-writer';
import { DynamicColumn } from './dynamic-column';
import type { JsonShape } from './json-shape';
import { arrayShape, BOOL, isNull, numberShape, STRING } from './json-shape';
import type { ValueColumn } from './value-columns';

/** The form of JSON columns that lists their paths and then holds each path as a Dynamic column. */
const FLATTENED_JSON = 3;
/** Arrays around objects, and objects around values. Documents with more of them are left to the engine. */
const MOST_LEVELS = 4;
const MOST_OBJECTS = 64;
/** Paths of objects in arrays at any level, each of which takes a byte for each object. */
const FEWEST_INNER_PATHS = 32;

/** Parameters of a JSON type. */
interface JsonParameters {
  /** Paths that are columns of their own; the others share one column. */
  readonly maxPaths: number;
  /** Types of one path that are columns of their own. */
  readonly maxTypes: number;
  /** Arrays around the documents: 0 for a column of a table. */
  readonly level: number;
}

/** SQL of the type of a JSON column of a table. */
export function tableJsonType(maxPaths: number): string {
  return `JSON(max_dynamic_paths=${maxPaths})`;
}

/** @param maxPaths `max_dynamic_paths` of the column of the table */
export function createJsonColumn(maxPaths: number, expectedRows: number): JsonColumn {
  return new JsonColumn({ maxPaths, maxTypes: 32, level: 0 }, expectedRows);
}

/**
 * A JSON column as ClickHouse's Native format holds it: one column for each path. It holds the values that
 * the engine would find in the JSON text of the documents, so that the engine need not parse them.
 *
 * It does not accept documents with a value whose type only the engine can find, nor documents with paths
 * beyond those that the engine keeps apart; these are inserted as text.
 */
export class JsonColumn implements ValueColumn {
  readonly type: string;
  private readonly mostPaths: number;
  private readonly root = new PathNode('', '');
  private readonly columns = new Map<string, DynamicColumn>();
  private rows = 0;
  private readonly staged = new StagedDocument();

  constructor(
    private readonly parameters: JsonParameters,
    private readonly expectedRows: number,
  ) {
    const { maxPaths, maxTypes, level } = parameters;
    const paths = `max_dynamic_paths=${maxPaths}`;
    this.type =
      level === 0 ? tableJsonType(maxPaths) : `JSON(max_dynamic_types=${maxTypes}, ${paths})`;
    this.mostPaths = level === 0 ? maxPaths : Math.max(maxPaths, FEWEST_INNER_PATHS);
  }

  accepts(document: unknown): boolean {
    this.staged.begin(document);
    const isAccepted = this.stage(this.root, document as object, MOST_OBJECTS);
    if (!isAccepted) this.staged.begin(null);
    return isAccepted;
  }

  add(document: unknown): void {
    if (!this.staged.holds(document) && !this.accepts(document)) {
      throw new Error('a document was added that is not accepted');
    }
    this.staged.write(this.rows);
    this.rows += 1;
  }

  writePrefix(writer: BinaryWriter): void {
    const columns = this.filledColumns();
    writer.int64(FLATTENED_JSON);
    writer.varint(columns.length);
    for (const { path } of columns) writer.string(path);
    for (const column of columns) column.writePrefix(writer);
  }

  write(writer: BinaryWriter): void {
    for (const column of this.filledColumns()) column.write(writer, this.rows);
  }

  /** Without those that were made for a document that was not accepted. */
  private filledColumns(): DynamicColumn[] {
    return [...this.columns.values()].filter((column) => !column.isEmpty);
  }

  /**
   * Stages the values of a document, or of an object in it.
   * @param objectsLeft how many more objects may be around a value
   * @returns false for a document that is not accepted
   */
  private stage(node: PathNode, document: object, objectsLeft: number): boolean {
    if (objectsLeft === 0) return false;
    for (const key of Object.keys(document)) {
      const value = (document as Readonly<Record<string, unknown>>)[key];
      if (isNull(value)) continue;
      const child = node.child(key);
      const isAccepted =
        typeof value === 'object' && !Array.isArray(value)
          ? this.stage(child, value as object, objectsLeft - 1)
          : this.stageValue(child, value);
      if (!isAccepted) return false;
    }
    return true;
  }

  private stageValue(node: PathNode, value: unknown): boolean {
    const shape = shapeOf(value);
    if (shape === null) return false;
    if (shape.element === 'JSON' && this.parameters.level === MOST_LEVELS) return false;
    const column = this.columnOf(node);
    if (column === null || !column.accepts(shape, value)) return false;
    this.staged.add(column, shape, value);
    return true;
  }

  /** Returns null if the path is one too many. */
  private columnOf(node: PathNode): DynamicColumn | null {
    if (node.column !== undefined) return node.column;
    let column = this.columns.get(node.path);
    if (column === undefined) {
      if (this.columns.size === this.mostPaths) return null;
      column = new DynamicColumn(node.path, this.expectedRows, () => this.createInner());
      this.columns.set(node.path, column);
    }
    node.column = column;
    return column;
  }

  /** The column of objects in an array, with the type that the engine gives to them. */
  private createInner(): JsonColumn {
    const { maxPaths, maxTypes, level } = this.parameters;
    const parameters = {
      maxPaths: Math.floor(maxPaths / 4),
      maxTypes: Math.floor(maxTypes / 2),
      level: level + 1,
    };
    return new JsonColumn(parameters, 0);
  }
}

/** Returns null for a value whose type only the engine can find. */
function shapeOf(value: unknown): JsonShape | null {
  switch (typeof value) {
    case 'string':
      return STRING;
    case 'number':
      return numberShape(value);
    case 'boolean':
      return BOOL;
    default:
      return Array.isArray(value) ? arrayShape(value) : null;
  }
}

/** A key of documents at one place. Paths are built once for each place, not for each document. */
class PathNode {
  column: DynamicColumn | undefined;
  private readonly children = new Map<string, PathNode>();

  /** @param prefix what stands before the keys inside */
  constructor(
    readonly path: string,
    private readonly prefix: string,
  ) {}

  child(key: string): PathNode {
    const known = this.children.get(key);
    if (known !== undefined) return known;
    const path = `${this.prefix}${key.replaceAll('.', '%2E')}`;
    const child = new PathNode(path, `${path}.`);
    this.children.set(key, child);
    return child;
  }
}

/** The values of one document, kept until all of them are known to be accepted. */
class StagedDocument {
  private document: unknown = null;
  private count = 0;
  private readonly columns: DynamicColumn[] = [];
  private readonly shapes: JsonShape[] = [];
  private readonly values: unknown[] = [];

  begin(document: unknown): void {
    this.document = document;
    this.count = 0;
  }

  holds(document: unknown): boolean {
    return document !== null && this.document === document;
  }

  /** Keeps the first value of a path. */
  add(column: DynamicColumn, shape: JsonShape, value: unknown): void {
    // Two keys of an object have the same path if one has `%2E` where the other has a dot.
    const mayRepeat = column.path.includes('%2E');
    if (mayRepeat && this.columns.slice(0, this.count).includes(column)) return;
    this.columns[this.count] = column;
    this.shapes[this.count] = shape;
    this.values[this.count] = value;
    this.count += 1;
  }

  /** Sets the values of a row, and ends the document. */
  write(row: number): void {
    for (let index = 0; index < this.count; index += 1) {
      const shape = this.shapes[index];
      if (shape !== undefined) this.columns[index]?.set(row, shape, this.values[index]);
    }
    this.begin(null);
  }
}
