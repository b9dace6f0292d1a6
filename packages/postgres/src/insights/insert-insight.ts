import type { Transaction } from 'kysely';
import { logActivity } from '../activity-log/log-activity';
import { generateShortId } from '../keys';
import type { Schema } from '../schema';
import type { Insight, InsightFields } from './insight';
import { toInsight } from './insight';
import { insightActivity } from './insight-activity';
import { insightColumns } from './insight-columns';

/** A new insight, and its first line in the log. */
export async function insertInsight(
  transaction: Transaction<Schema>,
  projectId: number,
  userId: number,
  fields: Partial<InsightFields>,
): Promise<Insight> {
  const row = await transaction
    .insertInto('insights')
    .values({
      ...insightColumns(fields),
      project_id: projectId,
      short_id: generateShortId(),
      created_by_id: userId,
      last_modified_by_id: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const insight = toInsight(row);
  await logActivity(transaction, insightActivity(userId, null, insight));
  return insight;
}
