import { messageOf } from '../api/api-error';
import { passkeyProblem, passkeysBlockedBy } from '../queries/account/passkeys-here';

/** The reason why passkeys cannot be used on this page; null if they can. */
export function passkeysBlockedHere(): string | null {
  return passkeysBlockedBy({
    hostname: window.location.hostname,
    isSecureContext: window.isSecureContext,
    hasWebAuthn: 'PublicKeyCredential' in window,
  });
}

/** Loaded when first used, because most visits use no passkey. */
export function loadWebAuthn() {
  return import('@simplewebauthn/browser');
}

/** The message for an error of the API or of the browser's passkey dialog. */
export function passkeyMessageOf(error: unknown): string {
  return passkeyProblem(error) ?? messageOf(error);
}
