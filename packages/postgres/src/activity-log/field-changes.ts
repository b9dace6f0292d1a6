import { isDeepStrictEqual } from 'node:util';
import type { ActivityScope, FieldChange } from './activity';

/**
 * The fields that differ between two states of an object, in the order of `after`. A change from null is reported as
 * `created`, a change to null as `deleted`.
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

/** A value in the format of the log: timestamps as ISO 8601 text, missing values as null. */
function logged(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
