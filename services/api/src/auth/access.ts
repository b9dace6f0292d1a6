import type { Identity } from '@tidemark/access';
import type { Scope } from '@tidemark/contracts';
import type { Project } from '@tidemark/postgres';

/** Access to a resource of the project in the path. */
export interface ProjectAccess {
  readonly scope: Scope;
  /** Counts against the limits of queries: a `run` against that of an hour, too. */
  readonly queryRate?: 'run' | 'look';
}

export type ProjectCaller = Identity & {
  readonly project: Project;
};

/** Access to what is not inside one project. */
export interface AccountAccess {
  /** Null = any valid key. */
  readonly scope: Scope | '*' | null;
  /** Whoever is signed in may, whatever their role: the resource is their own. */
  readonly ownToSessions?: boolean;
}

/** Open to everybody: the way in. */
export interface PublicAccess {
  readonly public: true;
}

export interface PublicCaller {
  /** The client's network address, as far as the proxies in front are to be believed. */
  readonly address: string;
}
