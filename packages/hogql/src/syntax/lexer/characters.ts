/** Character classes of the language, by UTF-16 code unit. */
export const Char = {
  Tab: 9,
  LineFeed: 10,
  CarriageReturn: 13,
  Space: 32,
  DoubleQuote: 34,
  Quote: 39,
  Plus: 43,
  Minus: 45,
  Dot: 46,
  Slash: 47,
  Zero: 48,
  Nine: 57,
  Backslash: 92,
  Backtick: 96,
  Less: 60,
  Equals: 61,
  Greater: 62,
  LowerF: 102,
  OpenBrace: 123,
} as const;

export function isDigit(code: number): boolean {
  return code >= Char.Zero && code <= Char.Nine;
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

/** ASCII letter, `_` or `$`. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36;
}

export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}

/** Unicode `White_Space` and the byte-order mark. */
export function isWhitespace(code: number): boolean {
  if (code <= 0x20) return code === Char.Space || (code >= Char.Tab && code <= Char.CarriageReturn);
  if (code < 0x85) return false;
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

export function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}
