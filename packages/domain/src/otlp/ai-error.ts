import type { OtlpSpan } from './read-otlp';

const ERROR = 2;
const UNKNOWN_ERROR = 'OpenTelemetry span status error';

const STATUS_ATTRIBUTES = [
  'http.response.status_code',
  'http.status_code',
  'http.status',
  'status_code',
  'error.status_code',
  'exception.status_code',
];

type Attributes = Readonly<Record<string, unknown>>;

/** The error properties of an AI span (`docs/wire/otel.md#ai-errors`); empty if the span did not fail. */
export function aiErrorOf(span: OtlpSpan): Record<string, unknown> {
  if (span.statusCode !== ERROR) return {};
  const exception = span.events.findLast(
    ({ name, attributes }) => name === 'exception' || 'exception.message' in attributes,
  );
  const attributes = exception?.attributes ?? {};
  const given = span.attributes;
  return {
    $ai_is_error: true,
    $ai_error: given['$ai_error'] ?? errorText(attributes, span.statusMessage),
    $ai_http_status:
      given['$ai_http_status'] ??
      statusIn(attributes) ??
      statusIn(given) ??
      statusInText(attributes['exception.message']) ??
      statusInText(span.statusMessage) ??
      500,
  };
}

function errorText(exception: Attributes, statusMessage: string): string {
  const { 'exception.type': type, 'exception.message': message } = exception;
  const parts = [type, message].filter((part) => typeof part === 'string' && part !== '');
  if (parts.length > 0) return parts.join(': ');
  return statusMessage === '' ? UNKNOWN_ERROR : statusMessage;
}

function statusIn(attributes: Attributes): number | undefined {
  for (const name of STATUS_ATTRIBUTES) {
    const status = Number(attributes[name]);
    if (Number.isInteger(status) && status >= 100 && status <= 599) return status;
  }
  return undefined;
}

/** A number of three digits near `HTTP` or `status`; undefined if there is none. */
function statusInText(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const found = /(?:http|status)[^\d]{0,40}([1-5]\d\d)(?!\d)/i.exec(text.slice(0, 2_000));
  return found === null ? undefined : Number(found[1]);
}
