import type { SqlCall, SqlColumn, SqlExpr, SqlFrom, SqlSelect } from './nodes';

export function call(name: string, ...args: SqlExpr[]): SqlCall {
  return { kind: 'call', name, params: null, args, distinct: false };
}

export function text(value: string): SqlExpr {
  return { kind: 'text', value };
}

export function number(value: number | bigint): SqlExpr {
  return { kind: 'number', value };
}

export const NULL: SqlExpr = { kind: 'null' };

export function column(table: string | null, name: string): SqlExpr {
  return { kind: 'column', table, name };
}

/** A select of plain columns over a FROM; the other clauses are empty. */
export function selectFrom(from: SqlFrom | null, columns: readonly SqlColumn[]): SqlSelect {
  return {
    kind: 'select',
    distinct: false,
    columns,
    from,
    where: null,
    groupBy: [],
    having: null,
    orderBy: [],
    limitBy: null,
    limit: null,
    offset: null,
  };
}
