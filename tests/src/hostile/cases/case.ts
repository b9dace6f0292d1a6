/**
 * The required result of an attack:
 * - `rejected`: 400 before the engine gets the statement
 * - `stopped`: the error of a limit, as a message of Tidemark
 * - `guarded`: any response except a 500; it contains nothing of the other project
 * - rows: exactly these rows of the queried project
 */
export type Outcome = 'rejected' | 'stopped' | 'guarded' | readonly (readonly unknown[])[];

export interface Attack {
  readonly query: string;
  readonly outcome: Outcome;
  /** The values of placeholders. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Attacks with the same required result. */
export function attacks(outcome: Outcome, queries: readonly string[]): Attack[] {
  return queries.map((query) => ({ query, outcome }));
}

export function words(table: string): string[] {
  return table.trim().split(/\s+/);
}
