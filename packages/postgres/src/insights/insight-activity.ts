import type { NewActivity } from '../activity-log/activity';
import { fieldChanges } from '../activity-log/field-changes';
import type { Insight } from './insight';

const SCOPE = 'Insight';

/** How the log tells a change of an insight; `before` is null for a new one. */
export function insightActivity(
  userId: number,
  before: Insight | null,
  after: Insight,
): NewActivity {
  return {
    projectId: after.projectId,
    userId,
    scope: SCOPE,
    itemId: String(after.id),
    activity: before === null ? 'created' : 'updated',
    detail: {
      name: after.name ?? after.derivedName,
      changes: before === null ? [] : fieldChanges(SCOPE, wireFields(before), wireFields(after)),
    },
  };
}

/** The fields whose changes are told, by their names on the wire. */
function wireFields(insight: Insight): Readonly<Record<string, unknown>> {
  return {
    name: insight.name,
    derived_name: insight.derivedName,
    description: insight.description,
    query: insight.query,
    tags: insight.tags,
    order: insight.order,
    favorited: insight.favorited,
    saved: insight.saved,
    deleted: insight.deleted,
  };
}
