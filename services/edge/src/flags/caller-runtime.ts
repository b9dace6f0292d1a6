import type { IncomingHttpHeaders } from 'node:http';

export type CallerRuntime = 'client' | 'server' | 'all' | null;

const BROWSERS = /Mozilla\/|Chrome\/|Safari\/|Firefox\/|Edge\//;
const SERVERS =
  /^posthog-(?:python|ruby|php|java|go|node|dotnet|elixir)\/|python-requests\/|curl\//;
const APPS = /^posthog-(?:android|ios|react-native|flutter)\//;
const BROWSER_HEADERS = ['origin', 'referer', 'sec-fetch-mode', 'sec-fetch-site'];

/** Where the caller runs (`wire/flags.md` §1.5): flags of the other runtime are kept from it. */
export function callerRuntime(
  explicit: string | null,
  headers: IncomingHttpHeaders,
): CallerRuntime {
  if (explicit !== null) {
    return explicit === 'client' || explicit === 'server' ? explicit : 'all';
  }
  const agent = headers['user-agent'] ?? '';
  if (BROWSERS.test(agent)) return 'client';
  if (SERVERS.test(agent)) return 'server';
  if (APPS.test(agent)) return 'client';
  return BROWSER_HEADERS.some((name) => headers[name] !== undefined) ? 'client' : null;
}
