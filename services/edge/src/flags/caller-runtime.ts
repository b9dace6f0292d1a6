import type { IncomingHttpHeaders } from 'node:http';
import type { FlagSelection } from '@tidemark/flag-engine';
import { detectRuntime } from '@tidemark/flag-engine';

const BROWSER_HEADERS = ['origin', 'referer', 'sec-fetch-mode', 'sec-fetch-site'];

/** Detects the runtime of the caller (`docs/wire/flags.md#runtime`). Flags of another runtime are not returned to it. */
export function callerRuntime(
  explicit: string | null,
  headers: IncomingHttpHeaders,
): FlagSelection['runtime'] {
  return detectRuntime({
    explicit,
    userAgent: headers['user-agent'] ?? null,
    browserHeaders: BROWSER_HEADERS.some((name) => headers[name] !== undefined),
  });
}
