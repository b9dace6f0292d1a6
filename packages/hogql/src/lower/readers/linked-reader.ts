import { HogQLError } from '../../syntax/errors';
import type { Span } from '../../syntax/ast';
import type { HashRange, ReadResult, TableReader, TimeBound } from '../scope/table-reader';
import type { PathStep } from '../scope/typed';
import { call, column, selectFrom } from '../../clickhouse-sql/build';
import type { SqlExpr, SqlJoin, SqlSource } from '../../clickhouse-sql/nodes';
import type { TypeKind } from '../../types/value-type';
import type { Link, TableJoin } from '../../catalogue/joins';
import { relayed } from './relayed';

/** The alias of the table itself; joined tables are numbered. */
const SELF = 's';
/** Types that the engine can compare directly; for others the texts are compared. */
const COMPARABLE: ReadonlySet<TypeKind> = new Set<TypeKind>(['String', 'UUID', 'DateTime', 'Date']);

interface Opened {
  readonly alias: string;
  readonly reader: TableReader;
  readonly on: SqlExpr;
}

/** A table with joins that the project defines: a join is made when one of its fields is read. */
export class LinkedReader implements TableReader {
  private readonly outputs = new Map<string, SqlExpr>();
  private readonly opened = new Map<Link, Opened>();

  constructor(
    private readonly table: TableReader,
    private readonly links: readonly Link[],
    private readonly open: (join: TableJoin) => TableReader,
    private readonly place: Span,
  ) {}

  get tableName(): string | null {
    return this.table.tableName;
  }

  has(name: string): boolean {
    return this.table.has(name) || this.links.some(({ path }) => path[0] === name);
  }

  names(): readonly string[] {
    return [...this.table.names(), ...this.links.map(({ join }) => join.name)];
  }

  asterisk(): readonly string[] {
    return this.table.asterisk();
  }

  asteriskBelow(path: readonly string[]): readonly string[] | null {
    const link = this.linkOf(path);
    if (link === undefined) return this.table.asteriskBelow?.(path) ?? null;
    const { reader } = this.joined(link);
    const rest = path.slice(link.path.length);
    return rest.length === 0 ? reader.asterisk() : (reader.asteriskBelow?.(rest) ?? null);
  }

  /** The join that a path begins with; a field of the table itself wins over a join of the same name. */
  private linkOf(path: readonly PathStep[]): Link | undefined {
    const link = this.links.find(({ path: at }) => at.every((step, i) => path[i] === step));
    return link?.path.length === 1 && this.table.has(String(path[0])) ? undefined : link;
  }

  read(path: readonly PathStep[]): ReadResult {
    const link = this.linkOf(path);
    if (link === undefined) return this.noted(this.table.read(path), SELF, (name) => name);
    const rest = path.slice(link.path.length);
    if (rest.length === 0) return { kind: 'table' };
    const { reader, alias } = this.joined(link);
    return this.noted(reader.read(rest), alias, (name) => `${alias}__${name}`);
  }

  /** Records a column of a joined table as a column of this table, too. */
  private noted(result: ReadResult, alias: string, nameOf: (name: string) => string): ReadResult {
    return relayed(result, (name) => {
      this.outputs.set(nameOf(name), column(alias, name));
      return nameOf(name);
    });
  }

  private joined(link: Link): Opened {
    const known = this.opened.get(link);
    if (known !== undefined) return known;
    const alias = this.freeAlias();
    const reader = this.open(link.join);
    const left = this.key(this.table.read(link.left), SELF, link.join.sourceKey);
    const right = this.key(reader.read(link.join.joiningKey), alias, link.join.joiningKey);
    const asText = left.kind !== right.kind || !COMPARABLE.has(left.kind);
    const sides = [left, right].map(({ sql }) => (asText ? call('toString', sql) : sql));
    const opened = { alias, reader, on: call('equals', ...sides) };
    this.opened.set(link, opened);
    return opened;
  }

  private freeAlias(): string {
    let alias = `link_${this.opened.size}`;
    while (this.table.names().some((name) => name.startsWith(alias))) alias += '_';
    return alias;
  }

  private key(
    result: ReadResult,
    alias: string,
    path: readonly PathStep[],
  ): { readonly sql: SqlExpr; readonly kind: TypeKind } {
    if (result.kind === 'column' && result.rest.length === 0) {
      return { sql: column(alias, result.name), kind: result.type.kind };
    }
    if (result.kind === 'json' && result.rest.length > 0) {
      return { sql: column(alias, result.property(result.rest)), kind: 'String' };
    }
    throw new HogQLError(
      'hogql_query_error',
      `The join key ${path.join('.')} is not a column of its table`,
      this.place,
    );
  }

  narrow(bound: TimeBound): void {
    this.table.narrow?.(bound);
  }

  sample(range: HashRange): boolean {
    return this.table.sample?.(range) ?? false;
  }

  confine(name: string, ids: readonly SqlExpr[]): void {
    this.table.confine?.(name, ids);
  }

  source(): SqlSource {
    if (this.opened.size === 0) return this.table.source();
    const joins = [...this.opened.values()].map(({ alias, reader, on }): SqlJoin => ({
      type: 'LEFT JOIN',
      source: reader.source(),
      alias,
      on,
    }));
    const columns = [...this.outputs].map(([name, expr]) => ({ name, expr }));
    return selectFrom({ source: this.table.source(), alias: SELF, joins }, columns);
  }
}
