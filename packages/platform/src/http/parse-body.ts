import { parseError, unsupportedMediaType } from './errors';
import { nestsDeeperThan } from './json-depth';

/** Far more than the depth of any document of the API. */
export const MAX_JSON_DEPTH = 128;

/**
 * The value of a request body by its content type; by default JSON. A form becomes a flat object of texts. An empty
 * body is an empty object.
 * @throws ApiError 400 for bytes that do not match the type, 415 for unsupported types
 */
export function parseBody(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return {};
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  switch (mediaType) {
    case '':
    case 'application/json':
      return parseJson(decode(bytes));
    case 'application/x-www-form-urlencoded':
      return Object.fromEntries(new URLSearchParams(decode(bytes)));
    default:
      throw unsupportedMediaType(mediaType);
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw parseError('the body is not valid UTF-8');
  }
}

function parseJson(text: string): unknown {
  if (nestsDeeperThan(text, MAX_JSON_DEPTH)) {
    throw parseError(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw parseError(error instanceof Error ? error.message : String(error));
  }
}
