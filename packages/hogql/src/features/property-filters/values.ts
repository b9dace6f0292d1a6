import type { ConstantValue } from '../../syntax/ast';
import type { PropertyFilter } from './filter';

/** The values of a filter as a list; a single value becomes a list of one. */
export function valuesOf({ value }: Pick<PropertyFilter, 'value'>): readonly ConstantValue[] {
  return (Array.isArray(value) ? value : [value]).map((item: unknown): ConstantValue => {
    if (item === null || item === undefined) return null;
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') {
      return item;
    }
    return JSON.stringify(item);
  });
}

/** The number that a value is or contains as text; null when it is not numeric. */
export function numberOf(value: ConstantValue): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The operator of a filter; `exact` if absent. */
export function operatorOf({ operator }: Pick<PropertyFilter, 'operator'>): string {
  if (operator === null || operator === undefined) return 'exact';
  return typeof operator === 'string' ? operator : JSON.stringify(operator);
}

/** Operators for which an empty list is not an incomplete filter: they need no value, or exactly two. */
const WITHOUT_EMPTY_LIST: ReadonlySet<string> = new Set([
  'is_set',
  'is_not_set',
  'between',
  'not_between',
]);

/** Whether a filter has an empty list of values and therefore matches everything. */
export function hasEmptyList(filter: Pick<PropertyFilter, 'operator' | 'value'>): boolean {
  const { value } = filter;
  if (!Array.isArray(value) || value.length > 0) return false;
  return !WITHOUT_EMPTY_LIST.has(operatorOf(filter));
}
