import type { GroupType } from '../../ui/filters/property-lists';

/** The plural name of a group type. */
export function pluralOf({ group_type: type, name_plural: plural }: GroupType): string {
  return plural || `${type} groups`;
}

/** The singular name of a group type. */
export function singularOf({ group_type: type, name_singular: singular }: GroupType): string {
  return singular || type;
}

/** Formats a number of groups of a type, for example `1 company` or `3 company groups`. */
export function countedGroups(count: number, type: GroupType): string {
  return `${count} ${count === 1 ? singularOf(type) : pluralOf(type)}`;
}

/** The property `name` of a group; without it, its key. */
export function nameOfGroup(key: string, properties: Readonly<Record<string, unknown>>): string {
  const { name } = properties;
  return typeof name === 'string' && name !== '' ? name : key;
}

/** The path of a group's screen below the project. */
export function groupPath(index: number, key: string): string {
  return `groups/${index}/${encodeURIComponent(key)}`;
}
