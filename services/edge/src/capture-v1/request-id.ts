import type { IncomingHttpHeaders } from 'node:http';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function isUuidText(text: string): boolean {
  return UUID.test(text);
}

/** The header with the client's id of the request; none if it sent none. */
export function requestIdHeaders(headers: IncomingHttpHeaders): string[] {
  const id = String(headers['posthog-request-id'] ?? '');
  return isUuidText(id) ? ['PostHog-Request-Id', id] : [];
}
