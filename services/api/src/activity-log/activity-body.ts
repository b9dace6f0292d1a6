import type { ActivityBody } from '@tidemark/contracts';
import type { ListedActivity, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';

/** One entry of a history; `user` is null after the user was deleted. */
export function activityBody(activity: ListedActivity, user: User | null): ActivityBody {
  const { name, changes } = activity.detail;
  return {
    id: activity.id,
    user: user && userBasicBody(user),
    is_system: activity.userId === null,
    was_impersonated: false,
    unread: false,
    activity: activity.activity,
    scope: activity.scope,
    item_id: activity.itemId,
    detail: {
      changes: changes.map((change) => ({ ...change })),
      merge: null,
      trigger: null,
      name,
      short_id: activity.shortId,
      type: null,
    },
    created_at: wireTime(activity.createdAt),
  };
}
