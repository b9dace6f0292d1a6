import type { User } from '../users/user';

/** One signed-in browser or program; all refresh tokens that follow from one login belong to it. */
export interface LoginSession {
  readonly id: string;
  readonly userId: number;
  readonly createdAt: Date;
  /** However often it is refreshed. */
  readonly expiresAt: Date;
  /** The last use; null if the session was not used after sign-in. */
  readonly lastSeenAt: Date | null;
  /** The second factor of the sign-in; null for a password alone. */
  readonly secondFactor: SecondFactor | null;
}

/** `provider`: an OpenID Connect provider reported that it asked for a second factor. */
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
  /** The organization asks for a second factor, and this session has none. */
  readonly lacksSecondFactor: boolean;
}

/** Why a session was ended early. */
export type RevocationReason =
  'logout' | 'reuse' | 'password_changed' | 'deactivated' | 'ended_by_user';

/** `reused`: a token came a second time, and its session was revoked. */
export type Rotation =
  | ({ readonly outcome: 'rotated' } & Pick<SignedInUser, 'session' | 'user'>)
  | { readonly outcome: 'reused'; readonly session: LoginSession }
  | { readonly outcome: 'unknown' };
