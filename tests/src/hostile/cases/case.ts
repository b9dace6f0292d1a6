/**
 * What an attack must come to:
 * - `rejected`: 400 before the engine sees it
 * - `stopped`: an error of a limit, in our own words
 * - `guarded`: any response but a fault of ours; it shows nothing of the other project
 * - rows: exactly these of the own project
 */
export type Outcome = 'rejected' | 'stopped' | 'guarded' | readonly (readonly unknown[])[];

export interface Attack {
  readonly query: string;
  readonly outcome: Outcome;
  /** Values of placeholders. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Attacks that end alike. */
export function attacks(outcome: Outcome, queries: readonly string[]): Attack[] {
  return queries.map((query) => ({ query, outcome }));
}

export function words(table: string): string[] {
  return table.trim().split(/\s+/);
}
