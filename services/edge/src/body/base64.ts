/** The number of first bytes that are checked: enough to distinguish JSON, gzip and forms from base64. */
const SNIFFED_BYTES = 128;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const ALPHABET = /^[A-Za-z0-9+/=]+$/;

/** Whether these bytes may be padded base64, which no JSON object or array, gzip or form can be. */
export function looksLikeBase64(bytes: Buffer): boolean {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return false;
  return ALPHABET.test(bytes.toString('latin1', 0, SNIFFED_BYTES));
}

/** The decoded bytes; undefined if any character is not in the alphabet. */
export function decodeBase64(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('latin1');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/**
 * Decodes base64 that came through a URL or a form: blanks were `+`, padding may be missing, the
 * URL-safe alphabet is read too.
 *
 * @returns undefined when the text is no base64 even then.
 */
export function decodeLooseBase64(text: string): Buffer | undefined {
  const plain = withoutPadding(text).replaceAll(' ', '+');
  return /^[A-Za-z0-9+/_-]+$/.test(plain) ? Buffer.from(plain, 'base64') : undefined;
}

/** Does not use a pattern: `=+$` tries every position of a long run that is not at the end of the text. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === '=') end -= 1;
  return text.slice(0, end);
}
