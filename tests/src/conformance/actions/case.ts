/** One request below `/api/projects/{project}/actions/` and what its response must hold. */
interface ActionCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `{id}` is the id of the first action the scenario made. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** Part of the response; null = a response without a body. */
  readonly response?: object | null;
}

/** Requests in a row on one project of their own. */
export interface ActionScenario {
  readonly name: string;
  readonly calls: readonly ActionCall[];
}

/** A body that must be rejected, and the problem in the error. */
export type RejectedAction = readonly [name: string, body: unknown, code: string, attr: string];

/** Steps of an action, and the events (by their `n`) it matches. */
export type MatchingCase = readonly [
  name: string,
  steps: readonly object[],
  matched: readonly string[],
];

/** Scopes of a key, the method it tries on the collection, the status it meets and the scope it lacks. */
export type AccessCase = readonly [
  scopes: readonly string[],
  method: 'GET' | 'POST',
  status: number,
  missing?: string,
];
