import type { IncomingHttpHeaders } from 'node:http';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function isUuidText(text: string): boolean {
  return UUID.test(text);
}

/** Returns the name and value of the header with the client's request id; empty if the client sent no valid id. */
export function requestIdHeaders(headers: IncomingHttpHeaders): string[] {
  const id = String(headers['posthog-request-id'] ?? '');
  return isUuidText(id) ? ['PostHog-Request-Id', id] : [];
}
