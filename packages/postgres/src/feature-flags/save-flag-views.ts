import { sql } from 'kysely';
import type { Database } from '../database';

/** A `$feature_view` event: a user saw what a flag shows. */
export interface FlagView {
  readonly projectId: number;
  readonly key: string;
}

/** Stores that these flags have views in addition to calls. */
export async function saveFlagViews({ db }: Database, views: readonly FlagView[]): Promise<void> {
  if (views.length === 0) return;
  await sql`
    UPDATE feature_flags f SET has_enriched_analytics = true
    FROM unnest(${views.map(({ projectId }) => projectId)}::int[],
                ${views.map(({ key }) => key)}::text[]) AS viewed (project_id, key)
    WHERE f.project_id = viewed.project_id AND f.key = viewed.key AND NOT f.deleted
      AND NOT f.has_enriched_analytics`.execute(db);
}
