import type { TableJoinBody } from '@tidemark/contracts';
import type { StoredTableJoin, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime } from '../wire-time';

/** A join as the wire shows it. */
export function joinBody(join: StoredTableJoin, creator: User | null): TableJoinBody {
  return {
    id: join.id,
    deleted: false,
    created_by: creator === null ? null : userBasicBody(creator),
    created_at: wireTime(join.createdAt),
    source_table_name: join.sourceTable,
    source_table_key: join.sourceKey,
    joining_table_name: join.joiningTable,
    joining_table_key: join.joiningKey,
    field_name: join.fieldName,
    configuration: join.configuration,
  };
}
