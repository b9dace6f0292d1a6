import type { FlagSelection } from './selection';

/** The parts of a request that indicate its runtime. */
export interface RuntimeHints {
  /** `evaluation_runtime` of the body; null when not sent. */
  readonly explicit: string | null;
  readonly userAgent: string | null;
  /** Whether one of origin, referer, sec-fetch-mode and sec-fetch-site is among the headers. */
  readonly browserHeaders: boolean;
}

const BROWSER = /(?:Mozilla|Chrome|Safari|Firefox|Edge)\//;
const SERVER_SDK = /^posthog-(?:python|ruby|php|java|go|node|dotnet|elixir)\//;
const SERVER_TOOL = /python-requests\/|curl\//;
const MOBILE_SDK = /^posthog-(?:android|ios|react-native|flutter)\//;

/**
 * The caller's runtime: by its own statement (in upper or lower case; an unknown word means all runtimes), else by
 * its user agent, else by headers that only browsers send. Null when unknown.
 */
export function detectRuntime(hints: RuntimeHints): FlagSelection['runtime'] {
  const explicit = hints.explicit?.toLowerCase() ?? null;
  if (explicit !== null) {
    return explicit === 'client' || explicit === 'server' ? explicit : 'all';
  }
  const userAgent = hints.userAgent ?? '';
  if (BROWSER.test(userAgent)) return 'client';
  if (SERVER_SDK.test(userAgent) || SERVER_TOOL.test(userAgent)) return 'server';
  if (MOBILE_SDK.test(userAgent)) return 'client';
  return hints.browserHeaders ? 'client' : null;
}
