import type { DeliveryRequest } from './requests';

const HIDDEN = '***';
/** Headers that carry a credential, by what they are usually called. */
const SECRET_HEADER =
  /^(authorization|proxy-authorization|cookie|webhook-signature|.*(token|secret|api[-_]?key|password).*)$/i;
/** The number of characters of a body that the log keeps. */
const MAX_BODY = 10_000;

/** A request as runs show it: without secrets of the destination, credentials in headers and the end of long bodies. */
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

/** The same for a response or an error. */
export function redactedText(text: string, secrets: readonly string[]): string {
  return shortened(hider(secrets)(text));
}

function hider(secrets: readonly string[]): (text: string) => string {
  // The longest first: one secret may be a part of another.
  const hidden = secrets.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.password !== '') url.password = HIDDEN;
  return url.toString();
}

/** NUL is no text for the store. */
function shortened(text: string): string {
  const clean = text.replaceAll('\0', '\u{FFFD}').toWellFormed();
  return clean.length > MAX_BODY ? `${clean.slice(0, MAX_BODY)}…` : clean;
}
