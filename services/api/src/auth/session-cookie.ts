import { createHash } from 'node:crypto';
import type { InstallationRegister, RawRequest } from '@tidemark/platform';
import type { OwnAddress } from './own-address';

/**
 * The prefixes of our cookies in every installation: cookies ignore ports, so one host can have several
 * installations.
 */
const NAME_PREFIXES = {
  /** Cookie of the session of a signed-in user. */
  session: 'tidemark_session_',
  /** A sign-in that waits for its next step. */
  login: 'tidemark_login_',
} as const;
/** A browser takes a cookie of such a name over TLS only, from this host only, and for all of its paths. */
const SECURE_PREFIX = '__Host-';
const DIGEST_CHARACTERS = 16;

/** The parts of a request that cookies are read from. */
type CookieRequest = Pick<RawRequest, 'url' | 'header'>;

/** A cookie that holds a secret of one browser (docs/decisions/0195). */
export interface SessionCookies {
  /** The value that a request carries. */
  read(request: CookieRequest): Promise<string | null>;
  /** The `Set-Cookie` header that gives a value to the browser. */
  write(request: CookieRequest, value: string, maxAgeSeconds: number): Promise<string>;
  /** The `Set-Cookie` header that deletes the cookie. */
  clear(request: CookieRequest): Promise<string>;
}

/** The name ends in a digest of the installation's id, which is read once. */
export function createSessionCookies(deps: {
  readonly installation: Pick<InstallationRegister, 'read'>;
  readonly address: OwnAddress;
  readonly holds: keyof typeof NAME_PREFIXES;
}): SessionCookies {
  const prefix = NAME_PREFIXES[deps.holds];
  let known: string | null = null;
  const baseName = async (): Promise<string> => {
    if (known !== null) return known;
    const record = await deps.installation.read();
    if (record === null)
      throw new Error('the installation has no id, because the Postgres schema was not created');
    const digest = createHash('sha256').update(record.id).digest('hex');
    known = prefix + digest.slice(0, DIGEST_CHARACTERS);
    return known;
  };
  const header = async (request: CookieRequest, value: string, maxAge: number): Promise<string> => {
    const isSecure = deps.address.schemeOf(request) === 'https';
    const name = `${isSecure ? SECURE_PREFIX : ''}${await baseName()}`;
    const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict`;
    return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
  };
  return {
    async read(request) {
      const cookies = request.header('cookie');
      if (cookies?.includes(prefix) !== true) return null;
      const base = await baseName();
      // With TLS, a cookie that could have been set over plain HTTP is ignored.
      const names = {
        https: [SECURE_PREFIX + base],
        http: [base],
        unknown: [SECURE_PREFIX + base, base],
      }[deps.address.schemeOf(request)];
      for (const name of names) {
        const value = valueOf(cookies, name);
        if (value !== null) return value;
      }
      return null;
    },
    write: header,
    clear: (request) => header(request, '', 0),
  };
}

/** Whether a `Cookie` header has a session of ours, of any installation. */
export function hasSessionCookie(cookies: string | undefined): cookies is string {
  return cookies?.includes(NAME_PREFIXES.session) ?? false;
}

/** Values of ours have no character that would be quoted or escaped. */
function valueOf(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const [given = '', ...value] = pair.split('=');
    if (given.trim() === name) return value.join('=').trim() || null;
  }
  return null;
}
