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
  /** Set if the access has `admitsLater`; rejects with an ApiError 429 if the caller exceeds its rate limit. */
  readonly admitted?: Promise<void>;
};

/** The error for a project's secret key on a route that needs a user or does not accept such keys. */
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

/** Access to a resource outside of projects. */
export interface AccountAccess {
  /** Null = any valid key. */
  readonly scope: Scope | '*' | null;
  /** Every signed-in user has access, with any role: the resource is their own. */
  readonly ownToSessions?: boolean;
  /** Open to a user who does not have the second factor that their organization requires yet. */
  readonly beforeSecondFactor?: boolean;
}

/** Access without a credential, for routes such as the login. */
export interface PublicAccess {
  readonly public: true;
}

export interface PublicCaller {
  /** The client's network address, as reported by the trusted proxies. */
  readonly address: string;
}
