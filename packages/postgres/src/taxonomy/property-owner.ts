/** The owner of a property: events, persons, groups of one type (`group_0` … `group_4`), or sessions. */
export type PropertyOwner =
  'event' | 'person' | 'group_0' | 'group_1' | 'group_2' | 'group_3' | 'group_4' | 'session';

/** How an owner is stored: `type` and `group_type_index`. */
export interface StoredOwner {
  readonly type: number;
  readonly groupTypeIndex: number;
}

const GROUP_TYPE = 3;
const NO_GROUP = -1;

const GROUPS: readonly PropertyOwner[] = ['group_0', 'group_1', 'group_2', 'group_3', 'group_4'];
const OTHERS: readonly (PropertyOwner | undefined)[] = [
  undefined,
  'event',
  'person',
  undefined,
  'session',
];

export function storedOwner(owner: PropertyOwner): StoredOwner {
  const groupTypeIndex = GROUPS.indexOf(owner);
  if (groupTypeIndex !== NO_GROUP) return { type: GROUP_TYPE, groupTypeIndex };
  return { type: OTHERS.indexOf(owner), groupTypeIndex: NO_GROUP };
}

/** Null for an index there is no group type for. */
export function groupOwner(groupTypeIndex: number): PropertyOwner | null {
  return GROUPS[groupTypeIndex] ?? null;
}

/** @throws when the row was not written by us. */
export function ownerOf({ type, groupTypeIndex }: StoredOwner): PropertyOwner {
  const owner = type === GROUP_TYPE ? GROUPS[groupTypeIndex] : OTHERS[type];
  if (owner === undefined) throw new Error(`no owner of type ${type}, ${groupTypeIndex}`);
  return owner;
}
