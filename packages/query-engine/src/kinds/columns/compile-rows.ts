import type { CompiledQuery, Statement } from '@tidemark/hogql';
import type { KindContext } from '../kind';

interface Asked {
  readonly limit?: number | null | undefined;
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The statement of a query for rows, limited to `rows` if it has no limit. */
export function compileRows(
  statement: Statement,
  { limit, modifiers }: Asked,
  context: KindContext,
  rows: number,
): Promise<CompiledQuery> {
  const defaultLimit = (limit ?? 0) > 0 ? (limit ?? 0) : rows;
  return context.time('./hogql', () => context.compile(statement, { modifiers, defaultLimit }));
}
