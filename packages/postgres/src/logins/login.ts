import type { User } from '../users/user';

/** A signed-in browser or program. All refresh tokens after one login belong to the same session. */
export interface LoginSession {
  readonly id: string;
  readonly userId: number;
  readonly createdAt: Date;
  /** Does not change when the session is refreshed. */
  readonly expiresAt: Date;
  /** The last use; null if the session was not used after sign-in. */
  readonly lastSeenAt: Date | null;
  /** The second factor of the sign-in; null if only a password was used. */
  readonly secondFactor: SecondFactor | null;
}

/** `provider`: an OpenID Connect provider reported that it checked a second factor. */
export type SecondFactor = 'totp' | 'recovery_code' | 'passkey' | 'provider';

/** The client that opened a session. */
export interface SessionPlace {
  /** The network address of the client. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface SignedInUser {
  readonly session: LoginSession;
  readonly user: User;
  /** Whether the organization requires a second factor and this session has none. */
  readonly lacksSecondFactor: boolean;
}

/** Why a session was ended before it expired. */
export type RevocationReason =
  'logout' | 'reuse' | 'password_changed' | 'deactivated' | 'ended_by_user';

/** `reused`: a token was used a second time, and its session was revoked. */
export type Rotation =
  | ({ readonly outcome: 'rotated' } & Pick<SignedInUser, 'session' | 'user'>)
  | { readonly outcome: 'reused'; readonly session: LoginSession }
  | { readonly outcome: 'unknown' };
