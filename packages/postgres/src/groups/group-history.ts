import { createHash } from 'node:crypto';
import type { FieldChange, NewActivity } from '../activity-log/activity';

/** A group, as its history knows it. */
interface GroupPlace {
  readonly projectId: number;
  readonly groupTypeIndex: number;
  readonly groupKey: string;
}

/** What a group's history stands under: keys of groups are longer than ids may be. */
export function groupItemId({
  groupTypeIndex,
  groupKey,
}: Pick<GroupPlace, 'groupTypeIndex' | 'groupKey'>): string {
  const digest = createHash('sha256').update(groupKey).digest('hex');
  return `${groupTypeIndex}_${digest}`;
}

/** A new group in the activity log: one entry for each of its properties, as PostHog has it. */
export function newGroupActivities(
  userId: number,
  group: GroupPlace,
  properties: Readonly<Record<string, unknown>>,
): readonly NewActivity[] {
  return Object.entries(properties).map(([name, value]) =>
    entry(userId, group, 'create_group', name, { action: 'created', before: null, after: value }),
  );
}

/** How the log says that a property of a group was set, or went when `value` is undefined. */
export function groupPropertyActivity(
  userId: number,
  group: GroupPlace,
  properties: Readonly<Record<string, unknown>>,
  name: string,
  value: unknown,
): NewActivity {
  const isKnown = Object.hasOwn(properties, name);
  const before = isKnown ? properties[name] : null;
  // The removal of a property counts as an update, as in PostHog.
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
