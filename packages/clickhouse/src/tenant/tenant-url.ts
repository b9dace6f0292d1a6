import { createHmac } from 'node:crypto';
import { TENANT_USER } from './tenant-tables';

/**
 * Returns the URL of the tenant user. Its password is derived from that of the main user, so that no further secret has
 * to be configured. The main password cannot be computed from it.
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

/** Returns user, password and database of a URL. */
export function credentialsOf(address: string): TenantCredentials {
  const { username, password, pathname } = new URL(address);
  return {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)) || 'default',
  };
}
