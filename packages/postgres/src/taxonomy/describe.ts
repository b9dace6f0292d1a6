import { sql } from 'kysely';
import { defined } from '../defined';
import type { Description } from './definition';

/**
 * The columns that change when a user edits a definition. The user and time of a verification are kept while the
 * definition stays verified. A definition that is hidden is not verified, and the reverse.
 */
export function describe(userId: number | null, changes: Partial<Description>) {
  const { description, tags } = changes;
  const verified = changes.hidden === true ? false : changes.verified;
  const hidden = verified === true ? false : changes.hidden;
  return {
    ...defined({ description, tags: tags && [...tags], verified, hidden }),
    ...(verified === true && {
      verified_at: sql<Date>`CASE WHEN verified THEN verified_at ELSE now() END`,
      verified_by_id: sql<number>`CASE WHEN verified THEN verified_by_id ELSE ${userId}::integer END`,
    }),
    ...(verified === false && { verified_at: null, verified_by_id: null }),
    updated_at: sql<Date>`now()`,
    updated_by_id: userId,
  };
}
