import type { UserBasic } from '@tidemark/contracts';
import type { User } from '@tidemark/postgres';

/** A user inside another resource. */
export function userBasicBody(user: User): UserBasic {
  return {
    id: user.id,
    uuid: user.uuid,
    distinct_id: user.distinctId,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    is_email_verified: user.isEmailVerified,
    // An object in every response (`docs/wire/specification.md#user`).
    hedgehog_config: user.hedgehogConfig ?? {},
    role_at_organization: user.roleAtOrganization,
  };
}
