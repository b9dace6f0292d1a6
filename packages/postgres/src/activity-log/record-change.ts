import { sql } from 'kysely';
import type { Database } from '../database';
import type { NewActivity } from './activity';
import type { Author, History, Told } from './change-activity';
import { toldActivity } from './change-activity';
import { logActivities } from './log-activity';

/** Notes what a change did: null `before` for a new thing, null `after` for one that is gone. */
export type Tell<T> = (before: T | null, after: T | null, told?: Told & { by?: Author }) => void;

/**
 * Makes a change and writes down what `tell` is told of it, in one transaction: neither is ever without the other.
 * Changes of one kind in one place are made one after the other, so what was read before is what was changed.
 *
 * @param change works on the database that it is given, and no other
 */
export async function recordChange<T extends { readonly id: number | string }, Result>(
  database: Database,
  history: History<T>,
  by: Author,
  change: (within: Database, tell: Tell<T>) => Promise<Result>,
): Promise<Result> {
  return database.db.transaction().execute(async (transaction) => {
    const lock = `${history.scope} ${by.projectId ?? by.organizationId}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
    const activities: NewActivity[] = [];
    const result = await change({ ...database, db: transaction }, (before, after, told) => {
      const activity = toldActivity(history, told?.by ?? by, before, after, told);
      if (activity !== null) activities.push(activity);
    });
    await logActivities(transaction, activities);
    return result;
  });
}
