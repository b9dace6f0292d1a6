import type { FieldChange, NewActivity } from '../activity-log/activity';

/** Where persons are changed by hand, and who does it. */
export interface PersonAuthor {
  readonly projectId: number;
  readonly userId: number;
}

/**
 * A change of a person by hand, in the activity log. It outlives the person, so it never holds what a person's
 * properties or distinct ids were: their names and numbers at most.
 */
export function personActivity(
  { projectId, userId }: PersonAuthor,
  id: string,
  activity: 'updated' | 'deleted' | 'split_person',
  changes: readonly Omit<FieldChange, 'type'>[] = [],
): NewActivity {
  const recorded = changes.map((change) => ({ type: 'Person' as const, ...change }));
  const detail = { name: null, changes: recorded };
  return { projectId, userId, scope: 'Person', itemId: id, activity, detail };
}

type Properties = Readonly<Record<string, unknown>>;

/** The properties whose values differ, by name. */
export function changedProperties(before: Properties, after: Properties): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const text = (properties: Properties, name: string) =>
    Object.hasOwn(properties, name) ? JSON.stringify(properties[name]) : undefined;
  return [...names].filter((name) => text(before, name) !== text(after, name)).sort();
}
