import type { Constant } from '../../ast';
import { Char } from '../../lexer/characters';
import { decodeEscapes } from '../../lexer/escapes';
import type { Parser } from './parser';

/** The most decimal digits for which a double is always exact. */
const SAFE_DIGITS = 15;
/** The engine's widest integer has 77 digits; longer ones only cost time. */
const MOST_INTEGER_DIGITS = 80;

/** `'text'` */
export function stringLiteral(parser: Parser): Constant {
  const span = parser.here();
  const value = decodeEscapes(parser.source, span.start + 1, span.end - 1, Char.Quote, "'");
  parser.advance();
  return { type: 'Constant', value, ...span };
}

/** A number with its optional sign; the sign and the number are separate tokens. */
export function numberLiteral(parser: Parser): Constant {
  const start = parser.start;
  const isNegative = parser.at('-');
  if (isNegative || parser.at('+')) parser.advance();
  const value = unsignedNumber(parser);
  parser.advance();
  return { type: 'Constant', value: isNegative ? negate(value) : value, ...parser.since(start) };
}

function negate(value: number | bigint): number | bigint {
  return value === 0 ? 0 : -value;
}

function unsignedNumber(parser: Parser): number | bigint {
  if (parser.at('INF')) return Infinity;
  if (parser.at('NAN')) return NaN;
  const text = parser.text();
  const marker = text.charCodeAt(1) | 32;
  if (text.charCodeAt(0) === Char.Zero && (marker === 120 || marker === 98)) {
    return marker === 120 && /[.pP]/.test(text) ? hexFloat(text) : integer(parser, text);
  }
  return /[.eE]/.test(text) ? Number(text) : integer(parser, text);
}

function integer(parser: Parser, text: string): number | bigint {
  if (text.length <= SAFE_DIGITS) return Number(text);
  const digits = text.replace(/^0+(?=\d)/, '');
  if (digits.length > MOST_INTEGER_DIGITS) {
    parser.reject('This number is too large', parser.here());
  }
  const value = BigInt(digits);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** `0x1.8p3`: hexadecimal mantissa, decimal power of two. */
function hexFloat(text: string): number {
  const exponentAt = text.search(/[pP]/);
  const mantissa = text.slice(2, exponentAt);
  const dot = mantissa.indexOf('.');
  const fractionDigits = dot < 0 ? 0 : mantissa.length - dot - 1;
  const whole = parseInt(mantissa.replace('.', ''), 16);
  return whole * 2 ** (Number(text.slice(exponentAt + 1)) - 4 * fractionDigits);
}
