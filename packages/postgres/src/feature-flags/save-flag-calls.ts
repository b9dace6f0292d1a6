import { sql } from 'kysely';
import type { Database } from '../database';

/** A flag was asked for: what its `$feature_flag_called` says. */
export interface FlagCall {
  readonly projectId: number;
  readonly key: string;
  readonly at: Date;
}

/** Notes when flags were last called; an earlier call changes nothing, nor does one of an unknown flag. */
export async function saveFlagCalls({ db }: Database, calls: readonly FlagCall[]): Promise<void> {
  if (calls.length === 0) return;
  await sql`
    UPDATE feature_flags f SET last_called_at = called.at
    FROM unnest(${calls.map(({ projectId }) => projectId)}::int[],
                ${calls.map(({ key }) => key)}::text[],
                ${calls.map(({ at }) => at)}::timestamptz[]) AS called (project_id, key, at)
    WHERE f.project_id = called.project_id AND f.key = called.key AND NOT f.deleted
      AND (f.last_called_at IS NULL OR f.last_called_at < called.at)`.execute(db);
}
