import { Secret, TOTP } from 'otpauth';

/** The RFC 6238 settings of authenticator apps: HMAC-SHA-1, six digits, half a minute. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** The codes of one step before and after are accepted too, because the clocks of phones differ. */
const WINDOW = 1;

/** A new secret, in base32. */
export function generateTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The contents of the QR code for an authenticator app. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...SETTINGS, issuer: 'Tidemark', label: email, secret }).toString();
}

/** The time step that a code belongs to; null for a wrong one. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = new TOTP({ ...SETTINGS, secret }).validate({
    token: code,
    timestamp,
    window: WINDOW,
  });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}
