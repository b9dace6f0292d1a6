import type { JsonObject } from '../json';

/** Filters cannot be converted to a query. The message is the reason for the report. */
export class LegacyFiltersError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LegacyFiltersError';
  }
}

/** Returns a number, also from its text; undefined for any other value. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Returns a boolean, also from its text; undefined for a missing value. */
export function booleanOf(value: unknown): boolean | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return ['y', 'yes', 't', 'true', 'on', '1'].includes(String(value).toLowerCase());
}

/** Parses a value that is JSON in a text, as users of the API have stored it. */
export function parsedOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new LegacyFiltersError('the filters have a text that is not JSON');
  }
}

/** Removes members without a value, and empty lists and objects. */
export function compact(members: JsonObject): JsonObject {
  const set = Object.entries(members).filter(
    ([, value]) =>
      value !== undefined &&
      value !== null &&
      !(typeof value === 'object' && Object.keys(value).length === 0),
  );
  return Object.fromEntries(set);
}
