/** A statement and the rows that it returns. */
export type Case = [source: string, rows: unknown[][]];

export type CaseGroup = readonly [clause: string, cases: Case[]];
