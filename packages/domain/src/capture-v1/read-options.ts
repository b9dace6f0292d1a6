import { isObject } from '../json/json-object';
import type { JsonObject } from '../json/json-object';

type Coerce = (value: unknown) => boolean | string | undefined;

/** Options of V1 events: name, the property it becomes, and the function that reads its value. */
const OPTIONS: readonly (readonly [string, string, Coerce])[] = [
  ['process_person_profile', '$process_person_profile', coerceBoolean],
  ['cookieless_mode', '$cookieless_mode', coerceBoolean],
  ['disable_skew_correction', '$ignore_sent_at', coerceBoolean],
  ['product_tour_id', '$product_tour_id', coerceId],
];

const BOOLEAN_TEXTS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
};

/**
 * The properties that correspond to the `options` of a V1 event. Null counts as absent; unknown options are ignored.
 * @returns undefined if a value has a wrong type
 */
export function readOptions(sent: unknown): JsonObject | undefined {
  if (sent === null || sent === undefined) return {};
  if (!isObject(sent)) return undefined;
  const properties: Record<string, unknown> = {};
  for (const [option, property, coerce] of OPTIONS) {
    const value = sent[option];
    if (value === null || value === undefined) continue;
    const coerced = coerce(value);
    if (coerced === undefined) return undefined;
    properties[property] = coerced;
  }
  return properties;
}

function coerceBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  return Object.hasOwn(BOOLEAN_TEXTS, text) ? BOOLEAN_TEXTS[text] : undefined;
}

function coerceId(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : undefined;
}
