import { messageOf } from '../api/api-error';
import { passkeyProblem, passkeysBlockedBy } from '../queries/account/passkeys-here';

/** Why no passkey can be used on this page; null when one can. */
export function passkeysBlockedHere(): string | null {
  return passkeysBlockedBy({
    hostname: window.location.hostname,
    isSecureContext: window.isSecureContext,
    hasWebAuthn: 'PublicKeyCredential' in window,
  });
}

/** Loaded with the first passkey: most visits use none. */
export function loadWebAuthn() {
  return import('@simplewebauthn/browser');
}

/** The message of an error of the API or of the browser's passkey dialog. */
export function passkeyMessageOf(error: unknown): string {
  return passkeyProblem(error) ?? messageOf(error);
}
