import type { DeliveryRequest } from './requests';

const HIDDEN = '***';
/** Usual names of headers with credentials. */
const SECRET_HEADER =
  /^(authorization|proxy-authorization|cookie|webhook-signature|.*(token|secret|api[-_]?key|password).*)$/i;
/** The number of characters of a body that are logged. */
const MAX_BODY = 10_000;

/**
 * A request for the log of deliveries: without secrets of the destination and credentials in headers, and with long
 * bodies cut.
 */
export function redactedRequest(
  request: DeliveryRequest,
  secrets: readonly string[],
): Record<string, unknown> {
  const hide = hider(secrets);
  if (request.kind === 'mail') {
    const { to, subject, text, html } = request;
    return {
      to: hide(to),
      subject: hide(subject),
      text: shortened(hide(text)),
      html: html === null ? null : shortened(hide(html)),
    };
  }
  return {
    method: request.method,
    url: hide(withoutPassword(request.url)),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        SECRET_HEADER.test(name) ? HIDDEN : hide(value),
      ]),
    ),
    body: request.body === undefined ? null : shortened(hide(request.body)),
  };
}

/** The text of a response or an error for the log, redacted in the same way. */
export function redactedText(text: string, secrets: readonly string[]): string {
  return shortened(hider(secrets)(text));
}

function hider(secrets: readonly string[]): (text: string) => string {
  // The longest secret is replaced first, because one secret may be a part of another.
  const hidden = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password !== '') url.password = HIDDEN;
  return url.toString();
}

/** Cuts a long text, and replaces characters that the store rejects, such as NUL. */
function shortened(text: string): string {
  const clean = text.replaceAll('\0', '\u{FFFD}').toWellFormed();
  return clean.length > MAX_BODY ? `${clean.slice(0, MAX_BODY)}…` : clean;
}
