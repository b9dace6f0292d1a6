import { ownValue, type JsonObject } from '../json';
import { FlagFailure } from '../reasons/failure';
import type { EvaluationContext } from './context';
import { currentKeyFor } from './initial-properties';
import { groupKey, requestGroupValue, requestPersonValue } from './request-properties';

/*
 * The property map that conditions see is never built: each key is looked up through its layers.
 * Undefined means absent. When only the store could have the value and the store could not be read,
 * the look-up fails, so that "absent" is never assumed (negative operators would match it).
 */

/**
 * A person's property: the request's value, else the stored one, else for a missing `$initial_` key
 * the current value.
 *
 * @throws FlagFailure when the value depends on stored properties that could not be read
 */
export function personValue(context: EvaluationContext, key: string): unknown {
  const value = directPersonValue(context, key);
  if (value !== undefined) return value;
  const currentKey = currentKeyFor(key);
  return currentKey === undefined ? undefined : directPersonValue(context, currentKey);
}

function directPersonValue(context: EvaluationContext, key: string): unknown {
  const given = requestPersonValue(context, key);
  return given === undefined ? storedValue(context.personProperties, key) : given;
}

/**
 * A property of the request's group of a type; absent when the project or the request has no such
 * group.
 *
 * @throws FlagFailure when the value depends on data that could not be read
 */
export function groupValue(
  context: EvaluationContext,
  groupTypeIndex: number,
  key: string,
): unknown {
  const groupType = groupTypeName(context, groupTypeIndex);
  if (groupType === null) return undefined;
  const given = requestGroupValue(context, groupType, key);
  if (given !== undefined || groupKey(context, groupType) === null) return given;
  const stored = Object.hasOwn(context.groupProperties, groupType)
    ? context.groupProperties[groupType]
    : {};
  return storedValue(stored ?? null, key);
}

/**
 * The name of a group type; null when the project has none of this index.
 *
 * @throws FlagFailure when the group types could not be read
 */
export function groupTypeName(context: EvaluationContext, index: number): string | null {
  if (context.groupTypes === null) throw new FlagFailure('group_mapping_retry');
  return context.groupTypes[index] ?? null;
}

function storedValue(stored: JsonObject | null, key: string): unknown {
  if (stored === null) throw new FlagFailure('database_unavailable');
  return ownValue(stored, key);
}
