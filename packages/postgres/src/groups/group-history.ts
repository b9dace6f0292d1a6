import { createHash } from 'node:crypto';
import type { FieldChange, NewActivity } from '../activity-log/activity';

/** Identifies a group in the activity log. */
interface GroupPlace {
  readonly projectId: number;
  readonly groupTypeIndex: number;
  readonly groupKey: string;
}

/** The id of a group in the activity log; it is a hash, because keys of groups may be longer than ids. */
export function groupItemId({
  groupTypeIndex,
  groupKey,
}: Pick<GroupPlace, 'groupTypeIndex' | 'groupKey'>): string {
  const digest = createHash('sha256').update(groupKey).digest('hex');
  return `${groupTypeIndex}_${digest}`;
}

/** The log entries of a new group: one for each of its properties, as in PostHog. */
export function newGroupActivities(
  userId: number,
  group: GroupPlace,
  properties: Readonly<Record<string, unknown>>,
): readonly NewActivity[] {
  return Object.entries(properties).map(([name, value]) =>
    entry(userId, group, 'create_group', name, { action: 'created', before: null, after: value }),
  );
}

/** The log entry of a property of a group that was set, or removed if `value` is undefined. */
export function groupPropertyActivity(
  userId: number,
  group: GroupPlace,
  properties: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): NewActivity {
  const isKnown = Object.hasOwn(properties, name);
  const before = isKnown ? properties[name] : null;
  // The removal of a property is logged as an update, as in PostHog.
  const activity = isKnown ? 'update_property' : 'create_property';
  return entry(
    userId,
    group,
    activity,
    name,
    value === undefined
      ? { action: 'deleted', before, after: null }
      : { action: isKnown ? 'changed' : 'created', before, after: value },
  );
}

function entry(
  userId: number,
  group: GroupPlace,
  activity: string,
  name: string,
  change: Pick<FieldChange, 'action' | 'before' | 'after'>,
): NewActivity {
  return {
    projectId: group.projectId,
    userId,
    scope: 'Group',
    itemId: groupItemId(group),
    activity,
    detail: { name, changes: [{ type: 'Group', field: null, ...change }] },
  };
}
