/** A query of another kind than SQL, and a part of its response. */
export type KindCase = readonly [name: string, query: object, expected: object];

/** One that gets an error that says what is wrong: the wire's code and a part of the detail. */
export type RejectedKindCase = readonly [name: string, query: object, code: string, detail: string];

export const UUID: unknown = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
export const JANUARY = { date_from: '2026-01-05', date_to: '2026-01-06' };
