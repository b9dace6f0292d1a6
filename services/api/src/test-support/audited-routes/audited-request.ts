import type { ActivityScope } from '@tidemark/contracts';

/** One request that changes something, and how the activity log reports it. */
export interface AuditedRequest {
  /** Operation id of the route. */
  readonly route: string;
  /**
   * `{name}` is the id of an item that an earlier request created; paths are relative to the project's unless they
   * begin with `/api/`.
   */
  readonly request: readonly [method: string, path: string, body?: object];
  readonly logged: readonly [scope: ActivityScope, activity: string];
  /** The name of the created item for later requests: its id is the field `id` of the response, or another field. */
  readonly makes?: string;
  readonly field?: string;
}
