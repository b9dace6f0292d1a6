/** A live cohort of the project, as far as statements depend on it. */
export interface CohortEntry {
  readonly id: number;
  readonly name: string | null;
  readonly isStatic: boolean;
  /** Of the membership to read; null before the first calculation: nobody is in it yet. */
  readonly version: number | null;
}
