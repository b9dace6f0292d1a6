import type { ActivityScope } from '@tidemark/contracts';

/** One request that changes something, and how the activity log reports it. */
export interface AuditedRequest {
  /** Operation id of the route. */
  readonly route: string;
  /** `{name}` stands for what an earlier request made; paths are below the project's unless they begin with `/api/`. */
  readonly request: readonly [method: string, path: string, body?: object];
  readonly logged: readonly [scope: ActivityScope, activity: string];
  /** Under which name what it made is known: the field `id` of the response, or another one. */
  readonly makes?: string;
  readonly field?: string;
}
