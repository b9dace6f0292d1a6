import type { FieldChange, NewActivity } from '../activity-log/activity';
import type { History } from '../activity-log/change-activity';
import { changeActivity, deletedOrUpdated } from '../activity-log/change-activity';
import type { Dashboard } from './dashboard';

export const DASHBOARD_HISTORY: History<Dashboard> = {
  scope: 'Dashboard',
  nameOf: (dashboard) => dashboard.name,
  verbOf: (before, after) =>
    before.deleted && !after.deleted ? 'restored' : deletedOrUpdated(before, after),
  wireFields: (dashboard) => ({
    name: dashboard.name,
    description: dashboard.description,
    pinned: dashboard.pinned,
    tags: dashboard.tags,
    filters: dashboard.filters,
    variables: dashboard.variables,
    breakdown_colors: dashboard.breakdownColors,
    data_color_theme_id: dashboard.dataColorThemeId,
    deleted: dashboard.deleted,
  }),
};

/** How the log tells a change of a dashboard; `before` is null for a new one. */
export const dashboardActivity = (
  userId: number,
  before: Dashboard | null,
  after: Dashboard,
): NewActivity => changeActivity(DASHBOARD_HISTORY, userId, before, after);

/** How the log tells that what lies on a dashboard was laid out anew, or came from another one. */
export const tilesChange = (ids: readonly number[]): FieldChange => ({
  type: 'Dashboard',
  action: 'changed',
  field: 'tiles',
  before: null,
  after: ids,
});
