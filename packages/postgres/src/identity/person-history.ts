import type { FieldChange, NewActivity } from '../activity-log/activity';

/** The project and user of a change of persons. */
export interface PersonAuthor {
  readonly projectId: number;
  readonly userId: number;
}

/**
 * The log entry of a change of a person by a user. The log is kept longer than the person, so it must not contain
 * values of properties or distinct ids, only names of properties and counts.
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

/** The names of properties whose values differ. */
export function changedProperties(before: Properties, after: Properties): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const text = (properties: Properties, name: string) =>
    Object.hasOwn(properties, name) ? JSON.stringify(properties[name]) : undefined;
  return [...names].filter((name) => text(before, name) !== text(after, name)).sort();
}
