import type { FieldChange } from '../activity-log/activity';
import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Dashboard } from './dashboard';
import { DASHBOARD_FIELDS } from './dashboard';

export const DASHBOARD_HISTORY: History<Dashboard> = {
  scope: 'Dashboard',
  nameOf: (dashboard) => dashboard.name,
  verbOf: (before, after) =>
    before.deleted && !after.deleted ? 'restored' : deletedOrUpdated(before, after),
  wireFields: (dashboard) => DASHBOARD_FIELDS.toWire(dashboard),
};

/** The log entry for tiles that were moved or copied from another dashboard. */
export const tilesChange = (ids: readonly number[]): FieldChange => ({
  type: 'Dashboard',
  action: 'changed',
  field: 'tiles',
  before: null,
  after: ids,
});
