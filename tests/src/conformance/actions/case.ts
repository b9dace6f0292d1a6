/** A request below `/api/projects/{project}/actions/` and its expected response. */
interface ActionCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `{id}` is replaced by the id of the first action that the scenario created. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  /** A part of the response; null if the response must have no body. */
  readonly response?: object | null;
}

/** A sequence of requests in a separate project. */
export interface ActionScenario {
  readonly name: string;
  readonly calls: readonly ActionCall[];
}

/** A body that must be rejected, with the expected code and field of the error. */
export type RejectedAction = readonly [name: string, body: unknown, code: string, attr: string];

/** The steps of an action, and the events (by their property `n`) that it must match. */
export type MatchingCase = readonly [
  name: string,
  steps: readonly object[],
  matched: readonly string[],
];

/** The scopes of a key, the method that is called on the collection, the expected status, and the missing scope. */
export type AccessCase = readonly [
  scopes: readonly string[],
  method: 'GET' | 'POST',
  status: number,
  missing?: string,
];
