import type { Properties } from '../properties';
import { isObject } from '../json/json-object';

/**
 * The maximum number of group types of a project; further types are ignored without a warning
 * (`docs/wire/capture-processing.md#group-types`).
 */
export const MAX_GROUP_TYPES = 5;
export const MAX_GROUP_KEY_LENGTH = 400;

export interface GroupMembership {
  readonly groupType: string;
  readonly groupKey: string;
}

export interface GroupIdentify extends GroupMembership {
  readonly set: Properties;
}

/** The groups of an event, `$groups: {type: key}`; none if the value is not an object. */
export function groupsOf(properties: Properties): readonly GroupMembership[] {
  const groups = properties['$groups'];
  if (!isObject(groups)) return [];
  return Object.entries(groups).flatMap(([groupType, key]) => {
    const groupKey = keyText(key);
    return groupKey === null || !isStorableType(groupType) ? [] : [{ groupType, groupKey }];
  });
}

export type GroupIdentifyReading =
  | { readonly kind: 'group'; readonly group: GroupIdentify }
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid_set' };

/** The group that a `$groupidentify` event writes. */
export function groupIdentifyOf(properties: Properties): GroupIdentifyReading {
  const { $group_type: groupType, $group_key: key, $group_set: set } = properties;
  const groupKey = keyText(key);
  if (typeof groupType !== 'string' || !isStorableType(groupType) || groupKey === null) {
    return { kind: 'none' };
  }
  if (set !== undefined && set !== null && !isObject(set)) return { kind: 'invalid_set' };
  return { kind: 'group', group: { groupType, groupKey, set: set ?? {} } };
}

function isStorableType(groupType: string): boolean {
  return groupType !== '' && groupType.length <= MAX_GROUP_KEY_LENGTH;
}

function keyText(key: unknown): string | null {
  const text =
    typeof key === 'string'
      ? key
      : typeof key === 'number' || typeof key === 'boolean'
        ? String(key)
        : '';
  return text === '' || text.length > MAX_GROUP_KEY_LENGTH ? null : text;
}
