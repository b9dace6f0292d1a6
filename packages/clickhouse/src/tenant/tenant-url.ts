import { createHmac } from 'node:crypto';
import { TENANT_USER } from './tenant-tables';

/**
 * The address of the tenant user. Its password is made from the main user's, so that every process that knows one
 * knows the other, and there is no further secret to keep; it cannot be turned back.
 *
 * @param mainUrl `http://user:password@host:port/database`
 */
export function tenantUrl(mainUrl: string): string {
  const url = new URL(mainUrl);
  const mainPassword = decodeURIComponent(url.password);
  url.username = TENANT_USER;
  url.password = createHmac('sha256', mainPassword).update(TENANT_USER).digest('base64url');
  return url.toString();
}

export interface TenantCredentials {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The user name and password in a URL. */
export function credentialsOf(address: string): TenantCredentials {
  const { username, password, pathname } = new URL(address);
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'default',
  };
}
