/** A query of a kind other than HogQLQuery, with a part of its expected response. */
export type KindCase = readonly [name: string, query: object, expected: object];

/** A query that must be rejected, with the code and a part of the detail of the error. */
export type RejectedKindCase = readonly [name: string, query: object, code: string, detail: string];

export const UUID: unknown = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const JANUARY = { date_from: '2026-01-05', date_to: '2026-01-06' };
