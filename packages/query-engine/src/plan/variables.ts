import type { Statement } from '@tidemark/hogql';
import { HogQLError, referencedVariables, replaceVariables } from '@tidemark/hogql';

/** A stored variable, as far as statements depend on it. */
export interface StoredVariable {
  readonly codeName: string;
  readonly defaultValue: unknown;
}

/** Looks variables up by the names that statements use. */
export type VariableLookup = (
  projectId: number,
  codeNames: readonly string[],
) => Promise<readonly StoredVariable[]>;

/** Variables that a query declares, by id. */
export type DeclaredVariables = Readonly<
  Record<string, { readonly [field: string]: unknown; readonly code_name?: unknown }>
>;

/**
 * Puts the values of declared variables in the place of `{variables.x}`: what the query says, else the
 * stored default (`docs/wire/hogql.md#variables`).
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
