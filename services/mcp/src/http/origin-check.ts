import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export interface OriginRules {
  /** Host names in lower case, without a port. */
  readonly hosts: readonly string[];
  /** Origins in lower case. */
  readonly origins: readonly string[];
}

/**
 * Checks whether a request may be served (MCP specification, Streamable HTTP, "Security Warning"). Browsers send the
 * origin of the page, which must be allowed, and the host must be one whose DNS no attacker controls. An IP address
 * cannot be rebound. Programs that send no such headers are not browsers, and may use any name.
 * @returns null, or a sentence that describes what is not allowed
 */
export function foreignOrigin(headers: IncomingHttpHeaders, rules: OriginRules): string | null {
  const { origin, host = '' } = headers;
  const isOfBrowser = origin !== undefined || headers['sec-fetch-site'] !== undefined;
  if (!isOfBrowser) return null;
  if (origin !== undefined && rules.origins.includes(origin.toLowerCase())) return null;
  const name = hostName(host);
  if (!isSafeName(name) && !rules.hosts.includes(name)) {
    return `The host ${name.slice(0, 100)} is not allowed for web pages: MCP_ALLOWED_HOSTS lists those that are.`;
  }
  if (origin !== undefined && originHost(origin) !== host.toLowerCase()) {
    return `The origin ${origin.slice(0, 100)} is not allowed: MCP_ALLOWED_ORIGINS lists those that are.`;
  }
  return null;
}

/** The name in a `Host` header, without its port and the brackets of IPv6. */
function hostName(host: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(host)?.[1];
  return (bracketed ?? host.replace(/:\d*$/, '')).toLowerCase();
}

const isSafeName = (name: string): boolean => name === 'localhost' || isIP(name) !== 0;

function originHost(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host.toLowerCase() : null;
}
