import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { TenantAccess } from '../options';
import { ownError } from '../errors';

interface Credentials {
  user: string;
  password: string;
}

/** The caller: the owner of all data, or a user who may read the rows of one project. */
export type Caller = 'owner' | 'tenant';

/**
 * Checks the credentials against the user `default` and the tenant user. They are read in ClickHouse's order of
 * precedence: X-ClickHouse-User/Key, HTTP Basic, `user` and `password` in the URL.
 * @throws ClickHouseException 516 (HTTP 403), or 194 (HTTP 401) if a required password is missing
 */
export function authenticate(
  headers: IncomingHttpHeaders,
  parameters: URLSearchParams,
  password: string,
  tenant: Pick<TenantAccess, 'user' | 'password'> | undefined,
): Caller {
  const given = readCredentials(headers, parameters);
  // Both comparisons always run, so that the duration does not show which one failed.
  const userMatches = sameText(given.user, 'default');
  const passwordMatches = sameText(given.password, password);
  if (userMatches && passwordMatches) return 'owner';
  if (tenant !== undefined) {
    const isTenant = sameText(given.user, tenant.user);
    const isTheirs = sameText(given.password, tenant.password);
    if (isTenant && isTheirs) return 'tenant';
  }
  throw ownError(
    given.password === '' && userMatches ? 194 : 516,
    `${given.user}: Authentication failed: password is incorrect, or there is no user with such name`,
  );
}

function readCredentials(headers: IncomingHttpHeaders, parameters: URLSearchParams): Credentials {
  const user = single(headers['x-clickhouse-user']);
  const key = single(headers['x-clickhouse-key']);
  if (user !== undefined || key !== undefined) return { user: user ?? '', password: key ?? '' };
  if (headers.authorization !== undefined) return readBasic(headers.authorization);
  return {
    user: parameters.get('user') ?? 'default',
    password: parameters.get('password') ?? '',
  };
}

function readBasic(header: string): Credentials {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header)?.[1];
  if (encoded === undefined) {
    throw ownError(516, 'Invalid authentication: this HTTP Authorization scheme is not supported');
  }
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return { user: text, password: '' };
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function sameText(left: string, right: string): boolean {
  const digest = (value: string): Buffer => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(left), digest(right));
}
