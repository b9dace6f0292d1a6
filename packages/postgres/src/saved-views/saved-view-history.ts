import type { History } from '../activity-log/history';
import type { SavedView } from './saved-view';

/** How views are logged, without their columns, which follow from the query. */
export const SAVED_VIEW_HISTORY: History<SavedView> = {
  scope: 'DataWarehouseSavedQuery',
  nameOf: (view) => view.name,
  wireFields: (view) => ({
    name: view.name,
    query: view.query,
  }),
};
