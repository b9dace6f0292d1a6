import type { NewActivity } from '../activity-log/activity';
import { fieldChanges } from '../activity-log/field-changes';
import type { Dashboard } from './dashboard';

const SCOPE = 'Dashboard';

/** How the log tells a change of a dashboard; `before` is null for a new one. */
export function dashboardActivity(
  userId: number,
  before: Dashboard | null,
  after: Dashboard,
): NewActivity {
  return {
    projectId: after.projectId,
    userId,
    scope: SCOPE,
    itemId: String(after.id),
    activity: activityOf(before, after),
    detail: {
      name: after.name,
      changes: before === null ? [] : fieldChanges(SCOPE, wireFields(before), wireFields(after)),
    },
  };
}

function activityOf(before: Dashboard | null, after: Dashboard): string {
  if (before === null) return 'created';
  if (before.deleted === after.deleted) return 'updated';
  return after.deleted ? 'deleted' : 'restored';
}

/** The fields whose changes are told, by their names on the wire. */
function wireFields(dashboard: Dashboard): Readonly<Record<string, unknown>> {
  return {
    name: dashboard.name,
    description: dashboard.description,
    pinned: dashboard.pinned,
    tags: dashboard.tags,
    filters: dashboard.filters,
    variables: dashboard.variables,
    breakdown_colors: dashboard.breakdownColors,
    data_color_theme_id: dashboard.dataColorThemeId,
    deleted: dashboard.deleted,
  };
}
