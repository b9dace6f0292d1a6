import type { NewActivity } from '../activity-log/activity';
import { fieldChanges } from '../activity-log/field-changes';
import type { Action } from './action';

const SCOPE = 'Action';

/** How the log tells a change of an action; `before` is null for a new one. A restored one is `updated`. */
export function actionActivity(userId: number, before: Action | null, after: Action): NewActivity {
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

/** The fields whose changes are told, by their names on the wire. */
function wireFields(action: Action): Readonly<Record<string, unknown>> {
  return {
    name: action.name,
    description: action.description,
    tags: action.tags,
    post_to_slack: action.postToSlack,
    slack_message_format: action.slackMessageFormat,
    steps: action.steps,
    deleted: action.deleted,
    last_calculated_at: action.lastCalculatedAt.toISOString(),
    pinned_at: action.pinnedAt?.toISOString() ?? null,
  };
}
