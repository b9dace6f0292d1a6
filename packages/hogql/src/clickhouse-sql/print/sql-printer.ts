import { HogQLError } from '../../syntax/errors';
import { isEngineFunction } from '../../functions/engine-functions';
import { isPhysicalTable } from '../physical-tables';
import type {
  SqlArrayJoin,
  SqlCall,
  SqlExpr,
  SqlFill,
  SqlFrom,
  SqlGrouping,
  SqlOrder,
  SqlQuery,
  SqlRecursive,
  SqlScan,
  SqlSelect,
  SqlSelfReference,
  SqlSet,
  SqlSource,
  SqlWindow,
} from '../nodes';
import { ConstantWork } from './constant-work';
import type { GeneratedNames } from './generated-names';
import type { Parameters } from './parameters';
import { quoteIdentifier } from './identifiers';
import {
  integer,
  printCollation,
  printFrame,
  printJsonRead,
  printNumber,
  rowCount,
} from './print-parts';
import { printJoin, printSetOperator } from './printed-words';
import { reject } from './reject';

/** The alias of the table in a scan. */
const SCANNED = 't';
/** The column of `numbers()`. */
const NUMBER = 'number';

/** Shared sub-expressions (aliases) are printed at each use, so the text needs a limit. */
const MAX_PRINTED_NODES = 200_000;

/** Prints one statement. Names, parameters and the size of the printed text are shared by the whole statement. */
export class SqlPrinter {
  private printed = 0;
  private readonly recursiveNames: string[] = [];
  private readonly constantWork = new ConstantWork();
  /** True inside a scan, but not in its sub-queries: columns of `t` are physical columns. */
  private inScan = false;

  constructor(
    private readonly parameters: Parameters,
    private readonly names: GeneratedNames,
    private readonly projectId: number,
  ) {}

  query(query: SqlQuery): string {
    const around = this.inScan;
    this.inScan = query.kind === 'scan';
    const text = this.queryOf(query);
    this.inScan = around;
    return text;
  }

  private queryOf(query: SqlQuery): string {
    switch (query.kind) {
      case 'scan':
        return this.scan(query);
      case 'select':
        return this.select(query);
      case 'set':
        return this.set(query);
    }
  }

  private scan(scan: SqlScan): string {
    if (!isPhysicalTable(scan.table)) reject(`the table ${scan.table}`);
    const columns = scan.columns.map((item) => this.aliased(item.expr, item.name));
    const parts = [
      `SELECT ${columns.length === 0 ? '1' : columns.join(', ')}`,
      `FROM ${quoteIdentifier(scan.table)} AS t`,
      [
        `PREWHERE t.team_id = ${this.projectId}`,
        ...(scan.prewhere ?? []).map((condition) => this.expr(condition)),
      ].join(' AND '),
    ];
    if (scan.where !== null) parts.push(`WHERE ${this.expr(scan.where)}`);
    if (scan.latest !== null) {
      const { keys, version, deleted } = scan.latest;
      parts.push(`GROUP BY ${keys.map((key) => `t.${quoteIdentifier(key)}`).join(', ')}`);
      if (deleted !== null) {
        const versioned = `t.${quoteIdentifier(deleted)}, t.${quoteIdentifier(version)}`;
        parts.push(`HAVING argMax(${versioned}) = 0`);
      }
    }
    if (scan.groupBy.length > 0) {
      parts.push(`GROUP BY ${this.list(scan.groupBy)}`);
    }
    if (scan.first !== null) {
      parts.push(this.orderBy(scan.first.orderBy), `LIMIT ${integer(scan.first.count)}`);
    }
    return parts.join(' ');
  }

  private select(select: SqlSelect): string {
    const columns = select.columns.map((item) => this.aliased(item.expr, item.name));
    const parts = [`SELECT ${select.distinct ? 'DISTINCT ' : ''}${columns.join(', ')}`];
    if (select.from !== null) parts.push(this.from(select.from));
    if (select.arrayJoin) parts.push(this.arrayJoin(select.arrayJoin));
    if (select.where !== null) parts.push(`WHERE ${this.expr(select.where)}`);
    if (select.grouping) parts.push(this.grouping(select.grouping, select.groupBy));
    else if (select.groupBy.length > 0) parts.push(`GROUP BY ${this.list(select.groupBy)}`);
    if (select.having !== null) parts.push(`HAVING ${this.expr(select.having)}`);
    if (select.qualify) parts.push(`QUALIFY ${this.expr(select.qualify)}`);
    if (select.orderBy.length > 0) parts.push(this.orderBy(select.orderBy));
    if (select.interpolate) parts.push(this.interpolate(select.interpolate));
    if (select.limitBy !== null) {
      const { count, offset, exprs } = select.limitBy;
      const skip = offset === 0 ? '' : ` OFFSET ${integer(offset)}`;
      parts.push(`LIMIT ${integer(count)}${skip} BY ${this.list(exprs)}`);
    }
    if (select.limit !== null) parts.push(`LIMIT ${rowCount(select.limit)}`);
    if (select.offset !== null) parts.push(`OFFSET ${integer(select.offset)}`);
    if (select.withTies === true) parts.push('WITH TIES');
    return parts.join(' ');
  }

  private arrayJoin({ left, arrays }: SqlArrayJoin): string {
    const items = arrays.map(({ expr, name }) => this.aliased(expr, name));
    return `${left ? 'LEFT ' : ''}ARRAY JOIN ${items.join(', ')}`;
  }

  private grouping({ mode, sets }: SqlGrouping, columns: readonly SqlExpr[]): string {
    switch (mode) {
      case 'all':
        return 'GROUP BY ALL';
      case 'rollup':
        return `GROUP BY ROLLUP(${this.list(columns)})`;
      case 'cube':
        return `GROUP BY CUBE(${this.list(columns)})`;
      case 'grouping_sets':
        return `GROUP BY GROUPING SETS (${sets.map((set) => `(${this.list(set)})`).join(', ')})`;
      default:
        return reject(`the grouping ${mode}`);
    }
  }

  private interpolate(items: NonNullable<SqlSelect['interpolate']>): string {
    if (items.length === 0) return 'INTERPOLATE';
    const texts = items.map(({ name, expr }) =>
      expr === null ? this.names.column(name) : `${this.names.column(name)} AS ${this.expr(expr)}`,
    );
    return `INTERPOLATE (${texts.join(', ')})`;
  }

  private set(set: SqlSet): string {
    const branches = set.rest.map(
      ({ operator, query }) => `${printSetOperator(operator)} ${this.branch(query)}`,
    );
    return [this.branch(set.first), ...branches].join(' ');
  }

  private branch(query: SqlQuery): string {
    return `(${this.query(query)})`;
  }

  private from(from: SqlFrom): string {
    const joins = from.joins.map((join) => {
      const type = printJoin(join.type);
      const on = join.on === null ? '' : ` ON ${this.expr(join.on)}`;
      return ` ${type} ${this.source(join.source)} AS ${this.names.range(join.alias)}${on}`;
    });
    return `FROM ${this.source(from.source)} AS ${this.names.range(from.alias)}${joins.join('')}`;
  }

  private source(source: SqlSource): string {
    if (source.kind === 'numbers') {
      const number = this.names.column(NUMBER);
      return `(SELECT number AS ${number} FROM numbers(${this.list(source.args)}))`;
    }
    if (source.kind === 'self') return this.selfReference(source);
    if (source.kind === 'recursive') return this.recursive(source);
    return `(${this.query(source)})`;
  }

  private recursive({ name, query, columns }: SqlRecursive): string {
    this.recursiveNames.push(name);
    const body = this.query(query);
    this.recursiveNames.pop();
    const range = this.names.range(name);
    const outputs = columns.map((column) => {
      const printed = this.names.column(column);
      return `${range}.${printed} AS ${printed}`;
    });
    return `(WITH RECURSIVE ${range} AS (${body}) SELECT ${outputs.join(', ')} FROM ${range})`;
  }

  /** The only name that is printed as a table without a guard: it must be that of the enclosing recursive query. */
  private selfReference({ name }: SqlSelfReference): string {
    if (!this.recursiveNames.includes(name) || isPhysicalTable(name)) reject(`the table ${name}`);
    return this.names.range(name);
  }

  private aliased(expr: SqlExpr, name: string): string {
    return `${this.expr(expr)} AS ${this.names.column(name)}`;
  }

  private list(exprs: readonly SqlExpr[]): string {
    return exprs.map((item) => this.expr(item)).join(', ');
  }

  private expr(expr: SqlExpr): string {
    this.printed += 1;
    if (this.printed > MAX_PRINTED_NODES) {
      throw new HogQLError('hogql_query_error', 'The query is too complex');
    }
    switch (expr.kind) {
      case 'number':
        return printNumber(expr.value);
      case 'boolean':
        return expr.value ? 'true' : 'false';
      case 'null':
        return 'NULL';
      case 'text':
        return this.parameters.bind(expr.value);
      case 'column':
        return this.column(expr);
      case 'json':
        if (!this.inScan || expr.table !== SCANNED) reject(`JSON of ${expr.table}`);
        return printJsonRead(expr);
      case 'call':
        return this.call(expr);
      case 'window':
        return this.window(expr);
      case 'lambda':
        return `((${expr.args.map((arg) => this.names.column(arg)).join(', ')}) -> ${this.expr(expr.body)})`;
      case 'subquery':
        return `(${this.query(expr.query)})`;
    }
  }

  private column({ table, name }: SqlExpr & { kind: 'column' }): string {
    if (table === null) return this.names.column(name);
    if (this.inScan && table === SCANNED) return `${SCANNED}.${quoteIdentifier(name)}`;
    return `${this.names.range(table)}.${this.names.column(name)}`;
  }

  private window({ call, partitionBy, orderBy, frame }: SqlWindow): string {
    const parts: string[] = [];
    if (partitionBy.length > 0) parts.push(`PARTITION BY ${this.list(partitionBy)}`);
    if (orderBy.length > 0) parts.push(this.orderBy(orderBy));
    if (frame !== null) parts.push(printFrame(frame));
    return `${this.call(call)} OVER (${parts.join(' ')})`;
  }

  private orderBy(items: readonly SqlOrder[]): string {
    const orders = items.map(
      ({ expr, direction, nullsFirst, collation, fill }) =>
        `${this.expr(expr)} ${direction === 'DESC' ? 'DESC' : 'ASC'}` +
        (nullsFirst === true ? ' NULLS FIRST' : '') +
        (collation ? ` COLLATE ${printCollation(collation)}` : '') +
        (fill ? ` ${this.fill(fill)}` : ''),
    );
    return `ORDER BY ${orders.join(', ')}`;
  }

  private fill({ from, to, step }: SqlFill): string {
    const part = (word: string, expr: SqlExpr | null): string =>
      expr === null ? '' : ` ${word} ${this.expr(expr)}`;
    return `WITH FILL${part('FROM', from)}${part('TO', to)}${part('STEP', step)}`;
  }

  private call(node: SqlCall): string {
    if (!isEngineFunction(node.name)) reject(`the function ${node.name}`);
    const params = node.params === null ? '' : `(${this.list(node.params)})`;
    const heldBack = this.constantWork.heldBack(node);
    const args = node.args.map((arg, index) =>
      index === heldBack ? `materialize(${this.expr(arg)})` : this.expr(arg),
    );
    return `${node.name}${params}(${node.distinct ? 'DISTINCT ' : ''}${args.join(', ')})`;
  }
}
