import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Annotation } from './annotation';

/** Notes on dates. */
export const ANNOTATION_HISTORY: History<Annotation> = {
  scope: 'Annotation',
  nameOf: (annotation) => annotation.content,
  verbOf: deletedOrUpdated,
  wireFields: (annotation) => ({
    content: annotation.content,
    date_marker: annotation.dateMarker?.toISOString() ?? null,
    scope: annotation.scope,
    creation_type: annotation.creationType,
    dashboard_item: annotation.insightId,
    dashboard_id: annotation.dashboardId,
    deleted: annotation.deleted,
  }),
};
