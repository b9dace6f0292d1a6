import type { Statement } from '@tidemark/hogql';
import { HogQLError, referencedVariables, replaceVariables } from '@tidemark/hogql';

/** The parts of a stored variable that statements depend on. */
export interface StoredVariable {
  readonly codeName: string;
  readonly defaultValue: unknown;
}

/** Finds variables by their names in statements. */
export type VariableLookup = (
  projectId: number,
  codeNames: readonly string[],
) => Promise<readonly StoredVariable[]>;

/** Variables that a query declares, by id. */
export type DeclaredVariables = Readonly<
  Record<string, { readonly [field: string]: unknown; readonly code_name?: unknown }>
>;

/**
 * Replaces `{variables.x}` by the values of declared variables: the query's value, else the stored default
 * (`docs/wire/hogql.md#variables`).
 *
 * @throws HogQLError for a variable that the query does not declare, or that is not stored
 */
export async function fillVariables(
  statement: Statement,
  declared: DeclaredVariables,
  find: (codeNames: readonly string[]) => Promise<readonly StoredVariable[]>,
): Promise<Statement> {
  const asked = referencedVariables(statement);
  if (asked.length === 0) return statement;
  const given = new Map(
    Object.values(declared).map((variable) => [String(variable.code_name), variable]),
  );
  const stored = new Map(
    (await find(asked.filter((name) => given.has(name)))).map((row) => [row.codeName, row]),
  );
  const values = new Map<string, unknown>();
  for (const [name, { value, isNull }] of given) {
    const row = stored.get(name);
    if (row === undefined && asked.includes(name)) {
      throw new HogQLError('hogql_query_error', `Variable ${name} does not exist`);
    }
    values.set(name, isNull === true ? null : (value ?? row?.defaultValue ?? null));
  }
  return replaceVariables(statement, values);
}
