import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '../schema';
import type { IdentityWrites } from './types';

/** Moves hash keys of flags to the remaining persons of merges; existing keys of these persons have precedence. */
export async function moveFlagHashKeys(
  tx: Transaction<Schema>,
  deleted: IdentityWrites['deleted'],
): Promise<void> {
  if (deleted.length === 0) return;
  await sql`
    INSERT INTO flag_hash_keys (project_id, person_id, flag_key, hash_key)
    SELECT DISTINCT ON (k.project_id, r.target, k.flag_key)
      k.project_id, r.target, k.flag_key, k.hash_key
    FROM flag_hash_keys k
    JOIN unnest(${deleted.map((p) => p.projectId)}::int[], ${deleted.map((p) => p.id)}::uuid[],
                ${deleted.map((p) => p.into)}::uuid[]) AS r (project_id, source, target)
      ON k.project_id = r.project_id AND k.person_id = r.source
    ORDER BY k.project_id, r.target, k.flag_key, k.person_id
    ON CONFLICT DO NOTHING`.execute(tx);
}
