import { sql } from 'kysely';
import type { Database } from '../database';

/** A call of a flag, from a `$feature_flag_called` event. */
export interface FlagCall {
  readonly projectId: number;
  readonly key: string;
  readonly at: Date;
}

/** Stores when flags were last called. Earlier calls and calls of unknown flags are ignored. */
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
