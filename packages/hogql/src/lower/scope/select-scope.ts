import type { Span, WindowExpr } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';
import type { Typed } from './typed';
import type { CteScope } from './ctes';
import { checkName } from './names';
import type { TableReader } from './table-reader';

export interface ScopeTable {
  readonly alias: string;
  /** The alias in SQL; not the user's alias if that is also the name of a column. */
  readonly sqlAlias: string;
  readonly reader: TableReader;
}

/** The names that are visible in one SELECT. Names of outer SELECTs are not: there are no correlated sub-queries. */
export class SelectScope {
  readonly tables: ScopeTable[] = [];
  /** Windows by their name in the WINDOW clause. */
  readonly windows = new Map<string, WindowExpr>();
  private readonly aliases = new Map<string, Typed>();
  private readonly lambdas: (readonly string[])[] = [];
  /** Columns merged by USING; the left one represents both. */
  private readonly merged = new Set<string>();

  constructor(readonly ctes: CteScope) {}

  addTable(table: ScopeTable, span: Span): void {
    checkName(table.alias, span);
    if (this.table(table.alias) !== undefined) {
      throw new HogQLError(
        'hogql_query_error',
        `Already have joined a table called "${table.alias}". Can't redefine.`,
        span,
      );
    }
    this.tables.push(table);
  }

  table(alias: string): ScopeTable | undefined {
    return this.tables.find((table) => table.alias === alias);
  }

  addAlias(name: string, value: Typed, span: Span): void {
    checkName(name, span);
    if (this.aliases.has(name)) {
      throw new HogQLError(
        'hogql_query_error',
        `Cannot redefine an alias with the name: ${name}`,
        span,
      );
    }
    this.aliases.set(name, value);
  }

  alias(name: string): Typed | undefined {
    return this.aliases.get(name);
  }

  aliasNames(): readonly string[] {
    return [...this.aliases.keys()];
  }

  merge(column: string): void {
    this.merged.add(column);
  }

  mergedColumns(): Iterable<string> {
    return this.merged;
  }

  /** The tables that have a column of this name; only one if USING merged it. */
  tablesWith(name: string): readonly ScopeTable[] {
    const found = this.tables.filter((table) => table.reader.has(name));
    return this.merged.has(name) ? found.slice(0, 1) : found;
  }

  isLambdaArgument(name: string): boolean {
    return this.lambdas.some((args) => args.includes(name));
  }

  withLambda<T>(args: readonly string[], body: () => T): T {
    this.lambdas.push(args);
    try {
      return body();
    } finally {
      this.lambdas.pop();
    }
  }
}
