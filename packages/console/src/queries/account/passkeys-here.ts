/** The properties of the page that decide whether passkeys work. */
export interface PagePlace {
  readonly hostname: string;
  readonly isSecureContext: boolean;
  readonly hasWebAuthn: boolean;
}

/** The reason why passkeys cannot be used at this address in this browser; null if they can. */
export function passkeysBlockedBy({
  hostname,
  isSecureContext,
  hasWebAuthn,
}: PagePlace): string | null {
  if (!isSecureContext) return 'Passkeys need https.';
  if (/^[\d.]+$|^\[/.test(hostname)) {
    return 'Passkeys need a host name, not an IP address: on this computer open http://localhost.';
  }
  return hasWebAuthn ? null : 'This browser does not support passkeys.';
}

/** The message for an error of the browser's passkey dialog; null for an unexpected error. */
export function passkeyProblem(error: unknown): string | null {
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was used: the request was cancelled or took too long.';
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.';
    case 'SecurityError':
      return 'The browser does not allow passkeys at this address.';
    default:
      return null;
  }
}
