import type {
  PublicKeyCredentialRequestOptionsJSON,
  AuthenticationResponseJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../api/client';
import { loadWebAuthn } from './passkeys';

/** The result of a sign-in: a session, or a request for a second factor. */
export type SignInResult =
  | { readonly success: true; readonly next?: string | null }
  | {
      readonly success: false;
      readonly second_factor: readonly SecondFactorMethod[];
      readonly next?: string | null;
    };

export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery_code';

export const loginMethodsQuery = queryOptions({
  queryKey: ['login-methods'],
  queryFn: ({ signal }) => call(api.GET('/api/login/methods/', { signal })),
  staleTime: 60_000,
});

/** Signs in. The server sets the session cookie, or requires a second factor. */
export async function signIn(email: string, password: string): Promise<SignInResult> {
  const body = await call(api.POST('/api/login/', { body: { email, password } }));
  return 'second_factor' in body ? body : { success: true };
}

export function signInWithCode(code: string) {
  return call(api.POST('/api/login/second_factor/', { body: { code } }));
}

/**
 * Signs in with a passkey.
 *
 * @param isSecond whether the passkey is the second factor after a password; otherwise it replaces the password
 */
export async function signInWithPasskey(isSecond: boolean): Promise<void> {
  const second_factor = isSecond;
  const { options } = await call(
    api.POST('/api/login/passkey/begin/', { body: { second_factor } }),
  );
  const { startAuthentication } = await loadWebAuthn();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response: AuthenticationResponseJSON = await startAuthentication({ optionsJSON });
  await call(
    api.POST('/api/login/passkey/', { body: { second_factor, response: { ...response } } }),
  );
}

/** Opens the page of the provider, which sends the browser back to the sign-in page. */
export async function leaveForProvider(next: string | undefined): Promise<void> {
  window.location.assign(await providerUrl(next));
}

/**
 * Opens the page of the provider in a new tab, which closes after the sign-in. This page stays as it is, unless the
 * browser blocks new tabs: then the provider opens in its place.
 */
export async function visitProvider(next: string | undefined): Promise<void> {
  const tab = window.open('about:blank');
  // The empty page has the storage of this origin; the tab finds the entry when it comes back from the provider.
  tab?.sessionStorage.setItem(CLOSES_AFTER_SIGN_IN, '1');
  try {
    const url = await providerUrl(next);
    (tab ?? window).location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

const CLOSES_AFTER_SIGN_IN = 'tidemark.closesAfterSignIn';

/** Closes this tab if `visitProvider` opened it. */
export function closeAfterVisit(): void {
  if (sessionStorage.getItem(CLOSES_AFTER_SIGN_IN) === null) return;
  sessionStorage.removeItem(CLOSES_AFTER_SIGN_IN);
  window.close();
}

async function providerUrl(next: string | undefined): Promise<string> {
  const { url } = await call(api.POST('/api/login/provider/begin/', { body: { next } }));
  return url;
}

/**
 * Signs in with the response of a provider.
 *
 * @param query the query string of the URL to which the provider sent the browser
 */
export function signInByProvider(query: string): Promise<SignInResult> {
  return call(api.POST('/api/login/provider/', { body: { query } }));
}

const RETURNED = providerQuery();
let isTaken = false;

/**
 * The query string of the URL to which a provider sent the browser; null for other URLs. It is read before the router
 * starts, because the router drops unknown parameters.
 */
function providerQuery(): string | null {
  const { pathname, search } = window.location;
  return pathname === '/login' && new URLSearchParams(search).has('state') ? search : null;
}

/** The response of a provider; null after the first call, because its code is valid once. */
export function takeProviderReturn(): string | null {
  if (isTaken) return null;
  isTaken = true;
  return RETURNED;
}
