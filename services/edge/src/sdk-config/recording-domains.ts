import type { IncomingHttpHeaders } from 'node:http';

/** Where a request for configuration comes from. */
export type Caller = Pick<IncomingHttpHeaders, 'origin' | 'referer' | 'user-agent'>;

/** Apps have no origin: PostHog's SDKs for them are always allowed. */
const APP_SDKS = ['posthog-android', 'posthog-ios', 'posthog-react-native', 'posthog-flutter'];

/**
 * Whether a page may be recorded: its host is that of one of the addresses, in which `*` stands for any text. No
 * addresses: every page. The rules are PostHog's (`docs/wire/flags-management.md#recording-domains`).
 */
export function mayBeRecorded(domains: readonly string[] | null, caller: Caller): boolean {
  if (domains === null || domains.length === 0) return true;
  const agent = caller['user-agent'] ?? '';
  if (APP_SDKS.some((name) => agent.includes(name))) return true;
  const hosts = [hostOf(caller.origin), hostOf(caller.referer)].filter((host) => host !== null);
  const allowed = domains.map(hostOf).filter((host) => host !== null);
  return hosts.some((host) => allowed.some((pattern) => matches(pattern, host)));
}

/** The host of an address, without its port; null for what is no address. Wildcards are no valid hosts for `URL`. */
function hostOf(address: string | undefined): string | null {
  const host = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i.exec(address ?? '')?.[1];
  return host === undefined ? null : host.toLowerCase();
}

/** Each text between wildcards must follow in order; nothing is tried twice, whatever the pattern. */
function matches(pattern: string, host: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === host;
  const last = rest.pop() ?? '';
  if (!host.startsWith(first) || !host.endsWith(last)) return false;
  const end = host.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = host.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}
