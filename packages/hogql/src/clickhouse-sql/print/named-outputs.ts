import { quoteIdentifier } from './identifiers';

/** A column of a result: its name in SQL, and its own name. */
export interface OutputName {
  readonly sql: string;
  readonly name: string;
}

/**
 * The statement with the names of its columns, for formats in which the engine writes them. The names are in a
 * separate SELECT, which reads no table. The statement has a LIMIT, so that it keeps its order.
 */
export function withOutputNames(sql: string, outputs: readonly OutputName[]): string {
  const columns = outputs.map((output) => `named.${output.sql} AS ${quoteIdentifier(output.name)}`);
  return `SELECT ${columns.join(', ')} FROM (${sql}) AS named`;
}
