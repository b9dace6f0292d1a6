import type { AnyIdentity, Identity } from '@tidemark/access';
import type { Scope } from '@tidemark/contracts';
import { ApiError, permissionDenied } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';

/** Access to a resource of the project in the path. */
export interface ProjectAccess {
  readonly scope: Scope;
  /** Counts against the limits of queries: a `run` against that of an hour, too. */
  readonly queryRate?: 'run' | 'look';
  /** The handler waits for `caller.admitted` before it does or returns anything of value (decision 0264). */
  readonly admitsLater?: true;
  /** Open to the project's own secret keys, too: routes that need no person (`serverRoute`). */
  readonly projectKeys?: true;
}

/** A person, in a project. */
export type ProjectCaller = Identity & {
  readonly project: Project;
};

/** A person or the project's own server. */
export type ServerCaller = AnyIdentity & {
  readonly project: Project;
  /** Where the access says `admitsLater`: rejects with an ApiError 429 a caller that has asked too often. */
  readonly admitted?: Promise<void>;
};

/** What a project's secret key hears where a person is needed, or where it is not let in. */
export function projectKeysRejected(): ApiError {
  return permissionDenied('This action does not support project secret API key access');
}

/** The error for a session without the second factor that the organization requires. */
export function secondFactorRequired(): ApiError {
  return new ApiError(
    403,
    'authentication_error',
    'second_factor_required',
    'Your organization asks for a second factor. Add one to your account, or sign in again with yours.',
  );
}

/** Access to what is not inside one project. */
export interface AccountAccess {
  /** Null = any valid key. */
  readonly scope: Scope | '*' | null;
  /** Whoever is signed in may, whatever their role: the resource is their own. */
  readonly ownToSessions?: boolean;
  /** Open to a user who does not have the second factor that their organization requires yet. */
  readonly beforeSecondFactor?: boolean;
}

/** Open to everybody: the way in. */
export interface PublicAccess {
  readonly public: true;
}

export interface PublicCaller {
  /** The client's network address, as far as the proxies in front are to be believed. */
  readonly address: string;
}
