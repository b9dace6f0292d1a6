import { Char, isDigit, isHexDigit, isNamePart, isNameStart } from './characters';

const LOWER_E = 101;
const LOWER_X = 120;
const LOWER_B = 98;
const LOWER_P = 112;
const TO_LOWER = 32;

function skipDigits(source: string, from: number): number {
  let at = from;
  while (isDigit(source.charCodeAt(at))) at++;
  return at;
}

/** End of `e+10` at `from`, or `from` itself if there is no complete exponent. */
function skipExponent(source: string, from: number, letter: number): number {
  if ((source.charCodeAt(from) | TO_LOWER) !== letter) return from;
  const sign = source.charCodeAt(from + 1);
  const digits = sign === Char.Plus || sign === Char.Minus ? from + 2 : from + 1;
  const end = skipDigits(source, digits);
  return end === digits ? from : end;
}

function skipHex(source: string, from: number): number {
  let at = from;
  while (isHexDigit(source.charCodeAt(at))) at++;
  return at;
}

function skipHexNumber(source: string, digits: number): number {
  const whole = skipHex(source, digits);
  if (source.charCodeAt(whole) === Char.Dot) {
    const fraction = skipHex(source, whole + 1);
    const end = skipExponent(source, fraction, LOWER_P);
    if (end !== fraction) return end;
  }
  return skipExponent(source, whole, LOWER_P);
}

function skipBinary(source: string, digits: number): number {
  let at = digits;
  while (source.charCodeAt(at) === Char.Zero || source.charCodeAt(at) === Char.Zero + 1) at++;
  return at;
}

/** A `.` after digits belongs to the number unless it opens a property access (`1.a`, `1..2`). */
function skipFraction(source: string, dot: number): number {
  const next = source.charCodeAt(dot + 1);
  if (isDigit(next)) return skipDigits(source, dot + 1);
  if (next === Char.Dot) return dot;
  if (isNameStart(next)) return skipExponent(source, dot + 1, LOWER_E) === dot + 1 ? dot : dot + 1;
  return dot + 1;
}

/** End (exclusive) of the number literal that starts at `start`. */
export function scanNumber(source: string, start: number): number {
  if (source.charCodeAt(start) === Char.Zero) {
    const marker = source.charCodeAt(start + 1) | TO_LOWER;
    if (marker === LOWER_X && isHexDigit(source.charCodeAt(start + 2))) {
      return skipHexNumber(source, start + 2);
    }
    if (marker === LOWER_B) {
      const end = skipBinary(source, start + 2);
      if (end > start + 2) return end;
    }
  }
  let at = skipDigits(source, start);
  if (source.charCodeAt(at) === Char.Dot) at = skipFraction(source, at);
  return skipExponent(source, at, LOWER_E);
}

/** End of the digits of a tuple index (`t.12`), where a `.` never belongs to the number. */
export function scanTupleIndex(source: string, start: number): number {
  return skipDigits(source, start);
}

/**
 * Letters or digits directly after a number (`1_000`, `12abc`, `0o17`, `0b2`): the end of that word, or `end` if
 * there are none.
 */
export function scanGluedWord(source: string, end: number): number {
  let at = end;
  while (isNamePart(source.charCodeAt(at))) at++;
  return at;
}
