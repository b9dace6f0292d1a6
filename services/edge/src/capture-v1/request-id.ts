import type { IncomingHttpHeaders } from 'node:http';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function isUuidText(text: string): boolean {
  return UUID.test(text);
}

/** The header that tells the client which of its requests an answer belongs to; none if it named none. */
export function requestIdHeaders(headers: IncomingHttpHeaders): string[] {
  const id = String(headers['posthog-request-id'] ?? '');
  return isUuidText(id) ? ['PostHog-Request-Id', id] : [];
}
