import type { IncomingHttpHeaders } from 'node:http';

/** The headers that show which page or app requests the configuration. */
export type Caller = Pick<IncomingHttpHeaders, 'origin' | 'referer' | 'user-agent'>;

/** SDKs of apps, which have no origin and are always allowed. */
const APP_SDKS = ['posthog-android', 'posthog-ios', 'posthog-react-native', 'posthog-flutter'];

/**
 * Whether a page may be recorded: its host must match that of one of the URLs, in which `*` stands for any text.
 * Without URLs, every page is recorded. The rules are PostHog's (`docs/wire/flags-management.md#recording-domains`).
 */
export function mayBeRecorded(domains: readonly string[] | null, caller: Caller): boolean {
  if (domains === null || domains.length === 0) return true;
  const agent = caller['user-agent'] ?? '';
  if (APP_SDKS.some((name) => agent.includes(name))) return true;
  const hosts = [hostOf(caller.origin), hostOf(caller.referer)].filter((host) => host !== null);
  const allowed = domains.map(hostOf).filter((host) => host !== null);
  return hosts.some((host) => allowed.some((pattern) => matches(pattern, host)));
}

/** Returns the host of a URL, without its port; null for other texts. `URL` is not used: it rejects wildcards. */
function hostOf(address: string | undefined): string | null {
  const host = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i.exec(address ?? '')?.[1];
  return host === undefined ? null : host.toLowerCase();
}

/** Whether the parts between wildcards occur in order. It takes linear time, because it does not backtrack. */
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
