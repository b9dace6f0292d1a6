import type { User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';

/** A user as a member of their organization. */
export function memberBody(user: User, hasSecondFactor: boolean) {
  return {
    id: user.uuid,
    user: userBasicBody(user),
    level: user.organizationLevel,
    joined_at: wireTime(user.createdAt),
    updated_at: wireTime(user.createdAt),
    is_2fa_enabled: hasSecondFactor,
    has_social_auth: false as const,
  };
}
