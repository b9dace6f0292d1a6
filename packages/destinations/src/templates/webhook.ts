import { problemOfHeaders, problemOfUrl } from '../input-problems';
import { problemOfSigningSecret, signatureHeaders } from '../signing';
import type { DestinationTemplate } from './template';
import { asIs, forLine } from './template';

const METHODS = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'];
/** Headers that users cannot set, because the sender sets them. */
const RESERVED = /^(host|content-length|connection|transfer-encoding|webhook-)/i;

/** Sends a request to any HTTP receiver, signed as in Standard Webhooks. */
export const webhook: DestinationTemplate = {
  id: 'template-webhook',
  name: 'HTTP Webhook',
  description: 'Sends each event as an HTTP request',
  iconUrl: '/static/posthog-icon.svg',
  hog: "fetch(inputs.url, {'method': inputs.method, 'headers': inputs.headers, 'body': inputs.body})",
  posthogSources: ['a7c3de0a65ca35ecc6e9a9b16f104ff77d11012bbf7973492c645309cad2e106'],
  inputs: [
    { key: 'url', type: 'string', label: 'Webhook URL', secret: false, required: true },
    {
      key: 'method',
      type: 'choice',
      label: 'Method',
      secret: false,
      required: false,
      default: 'POST',
      choices: METHODS.map((method) => ({ label: method, value: method })),
    },
    {
      key: 'body',
      type: 'json',
      label: 'JSON Body',
      secret: false,
      required: false,
      default: { event: '{event}', person: '{person}' },
    },
    { key: 'headers', type: 'dictionary', label: 'Headers', secret: false, required: false },
    {
      key: 'debug',
      type: 'boolean',
      label: 'Log responses',
      description: 'For clients of PostHog: the log has all responses anyway',
      secret: false,
      required: false,
      default: false,
    },
    {
      key: 'signing_secret',
      type: 'string',
      label: 'Signing secret',
      description: 'whsec_ and base64 of 24 to 64 bytes: signs requests as Standard Webhooks does',
      secret: true,
      required: false,
    },
  ],
  escape: (input) => (input === 'headers' ? forLine : asIs),
  problemOf(input, value) {
    if (input === 'url') return problemOfUrl(value);
    if (input === 'headers') return problemOfHeaders(value);
    return input === 'signing_secret' ? problemOfSigningSecret(String(value)) : null;
  },
  request({ id, timestamp, inputs }) {
    const method = String(inputs['method']);
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const body = hasBody ? JSON.stringify(inputs['body'] ?? null) : undefined;
    const secret = typeof inputs['signing_secret'] === 'string' ? inputs['signing_secret'] : null;
    const given = Object.entries((inputs['headers'] ?? {}) as Record<string, unknown>)
      .map(([name, value]) => [name.toLowerCase(), forHeader(value)] as const)
      .filter(([name]) => !RESERVED.test(name));
    return {
      kind: 'http',
      method,
      url: String(inputs['url']),
      headers: {
        ...(hasBody && { 'content-type': 'application/json' }),
        ...Object.fromEntries(given),
        ...signatureHeaders(secret, id, timestamp, body ?? ''),
      },
      body,
    };
  },
};

/**
 * The text of a header: line breaks become spaces, other characters that headers cannot have (RFC 9110, 5.5) are
 * written as UTF-8. A property that the event does not have is an empty text.
 */
function forHeader(value: unknown): string {
  const given = value ?? '';
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return Buffer.from(forLine(text), 'utf8').toString('latin1');
}
