import type {
  FieldDefinition,
  Fields,
  TableDefinition,
} from '../../catalogue/definitions/table-definition';
import { columnsBelow, visibleColumns } from '../../catalogue/definitions/visible-columns';
import type {
  FirstRows,
  HashRange,
  ReadJson,
  ReadResult,
  TableReader,
  TimeBound,
} from '../scope/table-reader';
import { call, column, number, selectFrom } from '../../clickhouse-sql/build';
import type {
  SqlColumn,
  SqlExpr,
  SqlFirstRows,
  SqlJoin,
  SqlScan,
  SqlSource,
} from '../../clickhouse-sql/nodes';
import { overScan } from './over-scan';
import { relayed } from './relayed';
import { isTextAlone, stringProperty, textOfProperty, wholeDocument } from './json-text';
import { PropertyNames } from './property-name';
import { SCAN, ScanConditions } from './scan-conditions';
import type { PathStep } from '../scope/typed';

interface Joined {
  readonly type: 'LEFT JOIN' | 'INNER JOIN';
  readonly reader: CatalogueReader;
  readonly alias: string;
  readonly on: SqlExpr;
  /** The field of the left table whose bounds hold for the joined table too. */
  readonly time: string | undefined;
}

/**
 * Reads a table of the catalogue in one guarded scan; lazy tables are joined inside the same sub-select, so the outer
 * statement sees one flat source with only the columns that it uses.
 */
export class CatalogueReader implements TableReader {
  private readonly scanned = new Map<string, SqlExpr>();
  private readonly outputs = new Map<string, SqlExpr>();
  private readonly joined = new Map<string, Joined>();
  private readonly propertyNames = new PropertyNames();
  private readonly conditions: ScanConditions;
  private first: SqlFirstRows | null = null;

  constructor(
    private readonly table: TableDefinition,
    only: SqlExpr | null = null,
  ) {
    this.conditions = new ScanConditions(table, only);
  }

  get tableName(): string {
    return this.table.name;
  }

  has(name: string): boolean {
    return Object.hasOwn(this.table.fields, name);
  }

  names(): readonly string[] {
    return Object.entries(this.table.fields)
      .filter(([, definition]) => definition.unlikely !== true)
      .map(([name]) => name);
  }

  asterisk(): readonly string[] {
    return visibleColumns(this.table.fields);
  }

  asteriskBelow(path: readonly string[]): readonly string[] | null {
    return columnsBelow(this.table.fields, path);
  }

  read(path: readonly PathStep[]): ReadResult {
    return this.readIn(this.table.fields, path, '');
  }

  private readIn(fields: Fields, path: readonly PathStep[], prefix: string): ReadResult {
    const [first, ...rest] = path;
    if (first === undefined) return { kind: 'table' };
    const name = String(first);
    const definition = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (definition === undefined) return { kind: 'unknown', step: name };
    if (definition.kind === 'json' && definition.virtual.has(String(rest[0]))) {
      return this.readIn(fields, rest, prefix);
    }
    return this.readField(definition, prefix + name, rest);
  }

  private readField(
    definition: FieldDefinition,
    name: string,
    rest: readonly PathStep[],
  ): ReadResult {
    switch (definition.kind) {
      case 'column':
        this.expose(name, column(SCAN, definition.column));
        return { kind: 'column', name, type: definition.type, rest };
      case 'aggregate':
      case 'stored':
        this.expose(name, definition.expr);
        return { kind: 'column', name, type: definition.type, rest };
      case 'json':
        return this.json(definition, name, rest);
      case 'path':
        return this.read([...definition.to, ...rest]);
      case 'virtual':
        return this.readIn(definition.fields, rest, `${name}__`);
      case 'computed': {
        const args = definition.reads.map((path) => this.outputOf(this.read(path)));
        this.outputs.set(name, definition.build(args));
        return { kind: 'column', name, type: definition.type, rest };
      }
      case 'join':
        return this.readJoined(definition, name, rest);
    }
  }

  private json(
    definition: FieldDefinition & { kind: 'json' },
    name: string,
    rest: readonly PathStep[],
  ): ReadJson {
    const exposeAs = (exposed: string, expr: SqlExpr): string => {
      this.expose(exposed, expr);
      return exposed;
    };
    const { column: stem, text, textOnly } = definition;
    const stored = { table: SCAN, column: stem, text, textOnly };
    const string = (path: readonly PathStep[]): string | null => {
      const expr = stringProperty(stored, path);
      return expr && exposeAs(this.propertyNames.nameOf(name, path, '__string'), expr);
    };
    return {
      kind: 'json',
      owner: definition.owner,
      rest,
      whole: () => exposeAs(name, wholeDocument(stored)),
      property: (path) =>
        (isTextAlone(definition, path) ? string(path) : null) ??
        exposeAs(this.propertyNames.nameOf(name, path), textOfProperty(stored, path)),
      stringProperty: string,
    };
  }

  private expose(name: string, expr: SqlExpr): void {
    this.scanned.set(name, expr);
    this.outputs.set(name, column(SCAN, name));
  }

  private outputOf(result: ReadResult): SqlExpr {
    const name =
      result.kind === 'column'
        ? result.name
        : result.kind === 'json'
          ? result.property(result.rest)
          : null;
    const output = name === null ? undefined : this.outputs.get(name);
    if (output === undefined) throw new Error('A catalogue path must lead to a column');
    return output;
  }

  private readJoined(
    definition: FieldDefinition & { kind: 'join' },
    name: string,
    rest: readonly PathStep[],
  ): ReadResult {
    if (rest.length === 0) return { kind: 'table' };
    const { reader, alias } = this.join(definition, name);
    return relayed(reader.read(rest), (inner) => {
      const exposed = `${name}__${inner}`;
      this.outputs.set(exposed, column(alias, inner));
      return exposed;
    });
  }

  private join(definition: FieldDefinition & { kind: 'join' }, name: string): Joined {
    const known = this.joined.get(name);
    if (known !== undefined) return known;
    const left = this.outputOf(this.read(definition.left));
    const reader = new CatalogueReader(
      definition.table,
      definition.only ?? definition.table.only ?? null,
    );
    const key = reader.read([definition.right]);
    if (key.kind !== 'column') throw new Error(`The join key of ${name} must be a column`);
    const alias = `${SCAN}_${name}`;
    const on = call('equals', left, column(alias, key.name));
    const type = definition.inner === true ? 'INNER JOIN' : 'LEFT JOIN';
    const joined: Joined = { type, reader, alias, on, time: definition.time };
    this.joined.set(name, joined);
    return joined;
  }

  narrow(bound: TimeBound): void {
    this.conditions.narrow(bound);
    for (const { reader, time } of this.joined.values()) {
      if (time === bound.field) reader.narrowOwnTime(bound);
    }
  }

  confine(name: string, ids: readonly SqlExpr[]): void {
    const { finders = {} } = this.table;
    const finder = Object.hasOwn(finders, name) ? finders[name] : undefined;
    if (finder !== undefined) this.conditions.add(finder(ids));
  }

  /** If only the newest row per key counts, a condition on a column applies only after that row is found. */
  isPlain(name: string): boolean {
    return !this.isKeyed && this.scanned.get(name)?.kind === 'column';
  }

  takeCondition({ alias, condition }: { alias: string; condition: SqlExpr }): boolean {
    const scanned = overScan(condition, alias, this.scanned);
    if (scanned === null) return false;
    this.conditions.addEarly(scanned);
    return true;
  }

  /** Applies the bound of another table's field if it also holds for this table's time. */
  private narrowOwnTime(bound: TimeBound): void {
    const [field] = this.table.time?.fields ?? [];
    if (field !== undefined) this.narrow({ ...bound, field });
  }

  source(): SqlSource {
    const joins: SqlJoin[] = [...this.joined.values()].map(({ type, reader, alias, on }) => ({
      type,
      source: reader.source(),
      alias,
      on,
    }));
    const scan = this.scan();
    const plain = [...this.outputs].every(([name]) => this.scanned.has(name));
    if (joins.length === 0 && plain) return scan;
    const columns: SqlColumn[] = [...this.outputs].map(([name, expr]) => ({ name, expr }));
    return selectFrom({ source: scan, alias: SCAN, joins }, columns);
  }

  sample(range: HashRange): boolean {
    return this.conditions.sample(range);
  }

  /** Whether there is one row per key, so that joining the table adds no rows. */
  private get isKeyed(): boolean {
    return this.table.latest !== null || this.table.groupBy !== undefined;
  }

  /** Without joins the engine itself reads only the columns that the order needs. */
  takeFirst({ alias, where, orderBy, count }: FirstRows): boolean {
    const joined = [...this.joined.values()];
    if (this.isKeyed || joined.length === 0) return false;
    if (joined.some(({ type, reader }) => type !== 'LEFT JOIN' || !reader.isKeyed)) return false;
    const condition = where === null ? null : overScan(where, alias, this.scanned);
    const orders = orderBy.flatMap((order) => {
      const expr = overScan(order.expr, alias, this.scanned);
      // A number would mean a position among the columns of the scan.
      return expr === null || expr.kind === 'number' ? [] : [{ ...order, expr }];
    });
    if ((where !== null && condition === null) || orders.length < orderBy.length) return false;
    if (condition !== null) this.conditions.add(condition);
    this.first = { orderBy: orders, count };
    return true;
  }

  private scan(): SqlScan {
    const { physical, latest, groupBy = [] } = this.table;
    const keys = new Set(latest?.keys);
    const newest = (expr: SqlExpr): SqlExpr => {
      if (latest === null || (expr.kind === 'column' && keys.has(expr.name))) return expr;
      // argMax skips NULLs; inside a tuple the newest row's NULL counts.
      const tuple = call('argMax', call('tuple', expr), column(SCAN, latest.version));
      return call('tupleElement', tuple, number(1));
    };
    return {
      kind: 'scan',
      table: physical,
      columns: [...this.scanned].map(([name, expr]) => ({ name, expr: newest(expr) })),
      prewhere: this.conditions.early,
      where: this.conditions.others(),
      latest,
      groupBy: groupBy.map((key) => (typeof key === 'string' ? column(SCAN, key) : key)),
      first: this.first,
    };
  }
}
