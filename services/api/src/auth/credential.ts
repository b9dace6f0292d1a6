/** A secret in a request with its location, as named in error responses. */
export interface Credential {
  readonly value: string;
  readonly foundIn: 'Authorization header' | 'body' | 'query string' | 'cookie';
}

/** The `personal_api_key` of a parsed body. */
export function bodyKey(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  return text((body as Record<string, unknown>)['personal_api_key']);
}

/** The `personal_api_key` of a query string. */
export function queryKey(url: URL): string | null {
  return text(url.searchParams.get('personal_api_key'));
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
