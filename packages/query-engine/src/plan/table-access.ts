import type { ScopeObject } from '@tidemark/contracts';
import { scopeOfTable } from '@tidemark/hogql';
import type { QueryProject } from '../project';
import { QueryError } from '../query-error';

type Access = Pick<QueryProject, 'readable'>;

/** Whether the caller has the scope of a table; every caller with access to queries can read tables without a scope. */
export function mayReadTable({ readable = [] }: Access, table: string): boolean {
  const object = scopeOfTable(table);
  return object === null || readable.includes(object);
}

/** Whether the caller has the `read` scope of a resource. */
export function mayReadObject({ readable = [] }: Access, object: ScopeObject): boolean {
  return readable.includes(object);
}

/** @throws QueryError 403 naming the scope of the first table that the caller cannot read */
export function requireTables(access: Access, tables: readonly string[]): void {
  const table = tables.find((name) => !mayReadTable(access, name));
  const object = table === undefined ? null : scopeOfTable(table);
  if (table === undefined || object === null) return;
  throw access.readable === undefined
    ? denied(
        `Table ${table} can only be read by a query whose caller has the scope '${object}:read'`,
      )
    : missingScope(object, `table ${table}`);
}

/** The resources behind the tables, each once. */
export function scopesOfTables(tables: readonly string[]): readonly ScopeObject[] {
  const objects = tables.map(scopeOfTable).filter((object) => object !== null);
  return [...new Set(objects)];
}

/**
 * A 403 error with the message of the REST resources (`docs/wire/api.md#error-permission`), and the part that needs
 * the scope.
 */
export function missingScope(object: ScopeObject, what: string): QueryError {
  return denied(`API key missing required scope '${object}:read' (needed by ${what})`);
}

function denied(message: string): QueryError {
  return new QueryError(403, 'authentication_error', 'permission_denied', message, true);
}
