import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * The headers of Standard Webhooks: an id that is the same in each repetition, the time of the attempt, and an
 * HMAC-SHA256 of id, time and body.
 * @param secret base64, optionally with the prefix `whsec_`
 */
export function signatureHeaders(
  secret: string | null,
  id: string,
  timestamp: Date,
  body: string,
): Record<string, string> {
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': seconds };
  if (secret === null) return headers;
  const key = Buffer.from(secret.replace(PREFIX, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${signature}` };
}

/** Why a signing secret cannot be used; null if it can. */
export function problemOfSigningSecret(secret: string): string | null {
  const text = secret.replace(PREFIX, '');
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  const bytes = isBase64 ? Buffer.from(text, 'base64').length : 0;
  return bytes >= 24 && bytes <= 64
    ? null
    : 'A signing secret is base64 of 24 to 64 bytes, with or without whsec_ before it.';
}
