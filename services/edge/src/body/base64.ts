/** The number of first bytes that are checked: enough to distinguish JSON, gzip and forms from base64. */
const SNIFFED_BYTES = 128;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const ALPHABET = /^[A-Za-z0-9+/=]+$/;

/** Whether these bytes may be padded base64. JSON objects, JSON arrays, gzip data and forms never match. */
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
 * Decodes base64 from a URL or a form: a space is read as `+`, padding may be missing, and the URL-safe
 * alphabet is accepted too.
 *
 * @returns undefined if the text is not base64.
 */
export function decodeLooseBase64(text: string): Buffer | undefined {
  const plain = withoutPadding(text).replaceAll(' ', '+');
  return /^[A-Za-z0-9+/_-]+$/.test(plain) ? Buffer.from(plain, 'base64') : undefined;
}

/** Removes `=` at the end. The expression `=+$` would take quadratic time for a long run in the middle of the text. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === '=') end -= 1;
  return text.slice(0, end);
}
