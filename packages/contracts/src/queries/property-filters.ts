import { z } from 'zod';
import { freeObject } from './free-object';

/** Deeper groups are rejected by the compiler of filters. */
const MAX_DEPTH = 20;

/** The keys of property filters of all types; `label`, `cohort_name` and `group_key_names` are only shown by clients. */
const FILTER_KEYS: ReadonlySet<string> = new Set([
  'key',
  'value',
  'operator',
  'type',
  'negation',
  'group_type_index',
  'label',
  'cohort_name',
  'group_key_names',
]);
const GROUP_KEYS: ReadonlySet<string> = new Set(['type', 'values']);

interface UnknownKeys {
  readonly path: (string | number)[];
  readonly keys: string[];
  readonly input: Record<string, unknown>;
}

/** Lists the unknown keys of filters, which would have no effect (`docs/wire/query.md#schema-errors`). */
function unknownKeysOf(node: unknown, path: (string | number)[] = []): UnknownKeys[] {
  if (typeof node !== 'object' || node === null || path.length > 2 * MAX_DEPTH) return [];
  if (Array.isArray(node)) {
    return node.flatMap((inner: unknown, index) => unknownKeysOf(inner, [...path, index]));
  }
  const isGroup = 'values' in node && Array.isArray(node.values);
  const known = isGroup ? GROUP_KEYS : FILTER_KEYS;
  const keys = Object.keys(node).filter((key) => !known.has(key));
  const inner = isGroup ? unknownKeysOf(node.values, [...path, 'values']) : [];
  return keys.length === 0 ? inner : [{ path, keys, input: { ...node } }, ...inner];
}

function checkKeys(payload: { value: unknown; issues: z.core.$ZodRawIssue[] }): void {
  for (const { path, keys, input } of unknownKeysOf(payload.value)) {
    payload.issues.push({ code: 'unrecognized_keys', path, keys, input });
  }
}

/** A list of property filters; each is validated when it is compiled. */
export const propertyFilterListSchema = z.array(freeObject).check(checkKeys);

/** Property filters in the wire format: a list, or nested groups. */
export const propertyFiltersSchema = z.union([z.array(freeObject), freeObject]).check(checkKeys);
