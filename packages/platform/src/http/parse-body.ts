import { parseError, unsupportedMediaType } from './errors';
import { nestsDeeperThan } from './json-depth';

/** No document of the API nests anywhere near this deep. */
export const MAX_JSON_DEPTH = 128;

/**
 * The value a request body stands for, by its content type; JSON when none is given. Forms become a
 * flat object of texts. An empty body is an empty object.
 *
 * @throws ApiError 400 for bytes that are not what the type says, 415 for other types.
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
