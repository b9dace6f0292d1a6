import type { NewActivity } from '../activity-log/activity';
import type { History } from '../activity-log/change-activity';
import { changeActivity, deletedOrUpdated } from '../activity-log/change-activity';
import type { Action } from './action';

const HISTORY: History<Action> = {
  scope: 'Action',
  nameOf: (action) => action.name,
  verbOf: deletedOrUpdated,
  wireFields: (action) => ({
    name: action.name,
    description: action.description,
    tags: action.tags,
    post_to_slack: action.postToSlack,
    slack_message_format: action.slackMessageFormat,
    steps: action.steps,
    deleted: action.deleted,
    last_calculated_at: action.lastCalculatedAt.toISOString(),
    pinned_at: action.pinnedAt?.toISOString() ?? null,
  }),
};

/** How the log tells a change of an action; `before` is null for a new one. A restored one is `updated`. */
export const actionActivity = (userId: number, before: Action | null, after: Action): NewActivity =>
  changeActivity(HISTORY, userId, before, after);
