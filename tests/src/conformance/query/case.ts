/** A project of the seed, named by its time zone. */
export type SeedProject = 'utc' | 'berlin' | 'newYork';

/** A statement, its expected rows and, where it matters, its expected columns. */
export type ResultCase = readonly [
  statement: string,
  rows: readonly (readonly unknown[])[],
  columns?: readonly string[],
];

/** A statement that must be rejected, with the code and a part of the detail of the error. */
export type RejectedCase = readonly [statement: string, code: string, detail: string];

/** Statements that are run in the same project. */
export interface ResultCases {
  readonly project: SeedProject;
  readonly cases: readonly ResultCase[];
}
