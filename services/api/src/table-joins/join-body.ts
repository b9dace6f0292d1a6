import type { TableJoinBody } from '@tidemark/contracts';
import type { StoredTableJoin, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';
import { TABLE_JOIN_FIELDS } from '@tidemark/postgres';
import { wireFields } from '../wire-fields';

/** A join in the wire format. */
export function joinBody(join: StoredTableJoin, creator: User | null): TableJoinBody {
  return {
    id: join.id,
    deleted: false,
    created_by: creator === null ? null : userBasicBody(creator),
    created_at: wireTime(join.createdAt),
    ...wireFields(TABLE_JOIN_FIELDS.toWire(join)),
  };
}
