import { CaptureError } from './capture-error';

const MAX_BYTES = 64;
const PERSONAL_KEY_PREFIX = 'phx_';
const ASCII = /^[\0-\x7f]*$/;
/** NUL, and what the JSON reader has put in its place. */
const NUL = /[\0\uFFFD]/;

/**
 * Checks the shape of a project token, so that nonsense never reaches a store.
 *
 * @returns the token without surrounding white space.
 * @throws CaptureError 401 naming the reason.
 */
export function checkProjectToken(sent: string): string {
  const token = sent.trim();
  const reason = rejectionReason(token);
  if (reason !== undefined) throw invalidProjectToken(reason);
  return token;
}

/** Whether a text has the shape of a project's token; no other one is looked up or remembered. */
export function mayBeProjectToken(text: string): boolean {
  return rejectionReason(text) === undefined;
}

/** The response to a token that cannot be, or is not, any project's. */
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
