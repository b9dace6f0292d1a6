import type { ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import { generateShortId } from '../keys';
import type { Insight, InsightFields } from './insight';
import { toInsight } from './insight';
import { INSIGHT_HISTORY } from './insight-history';
import { INSIGHT_FIELDS } from './insight';

/** Inserts a new insight and its log entry. */
export async function insertInsight(
  tx: Writer,
  by: ProjectAuthor,
  fields: Partial<InsightFields>,
): Promise<Recorded<Insight>> {
  const row = await tx
    .insertInto('insights')
    .values({
      ...INSIGHT_FIELDS.toColumns(fields),
      project_id: by.projectId,
      short_id: generateShortId(),
      created_by_id: by.userId,
      last_modified_by_id: by.userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const result = toInsight(row);
  return { result, entries: [historyEntry(INSIGHT_HISTORY, by, null, result)] };
}
