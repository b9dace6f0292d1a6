import type { ActivityBody } from '@tidemark/contracts';
import type { Activity, User } from '@tidemark/postgres';
import { wireTime } from '../wire-time';

/** One entry of a history; `user` is null after the user was deleted. */
export function activityBody(activity: Activity, user: User | null): ActivityBody {
  const { name, changes } = activity.detail;
  return {
    id: activity.id,
    user: user && { first_name: user.firstName, email: user.email },
    activity: activity.activity,
    scope: activity.scope,
    item_id: activity.itemId,
    detail: {
      changes: changes.map((change) => ({ ...change })),
      merge: null,
      trigger: null,
      name,
      short_id: null,
      type: null,
    },
    created_at: wireTime(activity.createdAt),
  };
}
