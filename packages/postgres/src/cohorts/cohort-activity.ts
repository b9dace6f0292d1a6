import type { NewActivity } from '../activity-log/activity';
import { fieldChanges } from '../activity-log/field-changes';
import type { Cohort } from './cohort';

const SCOPE = 'Cohort';

/** How the log tells a change of a cohort; `before` is null for a new one. */
export function cohortActivity(userId: number, before: Cohort | null, after: Cohort): NewActivity {
  return {
    projectId: after.projectId,
    userId,
    scope: SCOPE,
    itemId: String(after.id),
    activity:
      before === null ? 'created' : after.deleted && !before.deleted ? 'deleted' : 'updated',
    detail: {
      name: after.name,
      changes: before === null ? [] : fieldChanges(SCOPE, wireFields(before), wireFields(after)),
    },
  };
}

/** The fields whose changes are told, by their names on the wire: what a calculation finds is none. */
function wireFields(cohort: Cohort): Readonly<Record<string, unknown>> {
  return {
    name: cohort.name,
    description: cohort.description,
    groups: cohort.groups,
    filters: cohort.filters,
    query: cohort.query,
    is_static: cohort.isStatic,
    deleted: cohort.deleted,
  };
}
