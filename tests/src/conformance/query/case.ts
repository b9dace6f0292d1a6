/** A project of the seed, named after its time zone. */
export type SeedProject = 'utc' | 'berlin' | 'newYork';

/** Statement, its rows, and its columns where they are the point. */
export type ResultCase = readonly [
  statement: string,
  rows: readonly (readonly unknown[])[],
  columns?: readonly string[],
];

/** Statement and what its error says: the wire's code and a part of the detail. */
export type RejectedCase = readonly [statement: string, code: string, detail: string];

/** Statements on the same seeded project. */
export interface ResultCases {
  readonly project: SeedProject;
  readonly cases: readonly ResultCase[];
}
