import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Action } from './action';

export const ACTION_HISTORY: History<Action> = {
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
