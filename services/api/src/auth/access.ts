import type { Identity } from '@tidemark/access';
import type { Scope } from '@tidemark/contracts';
import type { Project } from '@tidemark/postgres';

/** Access to a resource of the project in the path. */
export interface ProjectAccess {
  readonly scope: Scope;
  /** Counts against the limits of queries: a `run` against that of an hour, too. */
  readonly queryRate?: 'run' | 'look';
}

export interface ProjectCaller extends Identity {
  readonly project: Project;
}

/** Access to what is not inside one project. */
export interface AccountAccess {
  /** Null = any valid key. */
  readonly scope: Scope | '*' | null;
}
