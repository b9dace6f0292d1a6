import type { Selectable } from 'kysely';
import type { PasskeyTable } from '../schema';

/** A credential of a browser or a security key (WebAuthn). Its private key is not known to the server. */
export interface Passkey {
  readonly id: string;
  readonly userId: number;
  /** Base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** The signature counter of the authenticator; 0 if it has none. */
  readonly signCount: number;
  readonly transports: readonly string[];
  /** The host for which it was created. */
  readonly rpId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** An authenticator app (RFC 6238). */
export interface Totp {
  readonly sealedSecret: string;
  readonly createdAt: Date;
  /** Null until a code has confirmed that the app has the secret. */
  readonly confirmedAt: Date | null;
}

/** The factors of a user other than the password. */
export interface SecondFactors {
  /** Null if none is confirmed. */
  readonly totp: Totp | null;
  readonly passkeys: readonly Passkey[];
  readonly recoveryCodesLeft: number;
}

export function toPasskey(row: Selectable<PasskeyTable>): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: row.transports,
    rpId: row.rp_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

/** Whether a sign-in requires a second factor. */
export function hasSecondFactor({ totp, passkeys }: SecondFactors): boolean {
  return totp !== null || passkeys.length > 0;
}
