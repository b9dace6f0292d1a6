import { CaptureError } from './capture-error';

const MAX_BYTES = 64;
const PERSONAL_KEY_PREFIX = 'phx_';
const ASCII = /^[\0-\x7f]*$/;
/** NUL, and the character that replaces it when JSON is read. */
const NUL = /[\0\uFFFD]/;

/**
 * Checks the form of a project token, so that invalid texts never reach a store.
 * @returns the token without surrounding white space
 * @throws CaptureError 401 with the reason
 */
export function checkProjectToken(sent: string): string {
  const token = sent.trim();
  const reason = rejectionReason(token);
  if (reason !== undefined) throw invalidProjectToken(reason);
  return token;
}

/** Whether a text has the form of a project token; other texts are neither looked up nor cached. */
export function mayBeProjectToken(text: string): boolean {
  return rejectionReason(text) === undefined;
}

/** The error for a token that is invalid or belongs to no project. */
export function invalidProjectToken(reason: string): CaptureError {
  return new CaptureError(401, `API key is not valid: ${reason}`);
}

function rejectionReason(token: string): string | undefined {
  if (token === '') return 'empty';
  if (token.length > MAX_BYTES) return 'too_long';
  if (NUL.test(token)) return 'null_byte';
  if (!ASCII.test(token)) return 'not_ascii';
  return token.startsWith(PERSONAL_KEY_PREFIX) ? 'personal_api_key' : undefined;
}
