import { isDeepStrictEqual } from 'node:util';
import type { ActivityScope, FieldChange } from './activity';

/**
 * The fields that differ between two states of a thing, in the order `after` names them. A field that
 * was null was created by the change, one that becomes null was deleted.
 */
export function fieldChanges(
  scope: ActivityScope,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly FieldChange[] {
  return Object.keys(after).flatMap((field): FieldChange[] => {
    const [left, right] = [logged(before[field]), logged(after[field])];
    if (isDeepStrictEqual(left, right)) return [];
    const action = left === null ? 'created' : right === null ? 'deleted' : 'changed';
    return [{ type: scope, action, field, before: left, after: right }];
  });
}

/** A value as the log holds it: timestamps as ISO 8601 text, missing values as null. */
function logged(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
