import type { ConstantValue } from '../ast';
import { encodeEscapes } from '../lexer/escapes';

/** A literal that is parsed to the same value. */
export function printConstant(value: ConstantValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return encodeEscapes(value, "'");
  if (typeof value === 'number') return printNumber(value);
  return String(value);
}

function printNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  // Long integers without an exponent are parsed as exact big integers, not as doubles.
  const isInexact = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isInexact ? value.toExponential() : String(value);
}
