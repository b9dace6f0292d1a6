import type { ConstantValue } from '../../syntax/ast';
import type { PropertyFilter } from './filter';

/** The values of a filter: one that is no list is a list of one. */
export function valuesOf({ value }: Pick<PropertyFilter, 'value'>): readonly ConstantValue[] {
  return (Array.isArray(value) ? value : [value]).map((item: unknown): ConstantValue => {
    if (item === null || item === undefined) return null;
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') {
      return item;
    }
    return JSON.stringify(item);
  });
}

/** The number a value is or spells; null when it is none. */
export function numberOf(value: ConstantValue): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Absent is `exact`. */
export function operatorOf({ operator }: Pick<PropertyFilter, 'operator'>): string {
  if (operator === null || operator === undefined) return 'exact';
  return typeof operator === 'string' ? operator : JSON.stringify(operator);
}
