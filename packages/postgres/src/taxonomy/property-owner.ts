/** The owner of a property: events, persons, groups of one type (`group_0` … `group_4`), or sessions. */
export type PropertyOwner =
  'event' | 'person' | 'group_0' | 'group_1' | 'group_2' | 'group_3' | 'group_4' | 'session';

/** The stored form of an owner: `type` and `group_type_index`. */
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

/** The owner of properties of a group type; null for an index without a group type. */
export function groupOwner(groupTypeIndex: number): PropertyOwner | null {
  return GROUPS[groupTypeIndex] ?? null;
}

/** @throws for a row that this package has not written */
export function ownerOf({ type, groupTypeIndex }: StoredOwner): PropertyOwner {
  const owner = type === GROUP_TYPE ? GROUPS[groupTypeIndex] : OTHERS[type];
  if (owner === undefined) throw new Error(`no owner of type ${type}, ${groupTypeIndex}`);
  return owner;
}
