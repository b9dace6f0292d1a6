import type { InsightWrite } from '@tidemark/contracts';
import type { InsightChange } from '@tidemark/postgres';
import { normaliseTags } from '../tags';
import { checkedQuery } from './insight-result';
import { INSIGHT_FIELDS } from '@tidemark/postgres';

/**
 * The fields that a body contains. The query is stored as it was sent: clients compare what they read with
 * what they wrote.
 *
 * @throws ApiError 400 for an invalid query
 */
export function toInsightFields(body: InsightWrite): InsightChange {
  const { dashboards, tags, ...fields } = body;
  const { query } = fields;
  if (query !== undefined && query !== null) checkedQuery(query);
  return {
    ...INSIGHT_FIELDS.fromWire(fields),
    ...(dashboards && { dashboardIds: dashboards }),
    ...(tags !== undefined && { tags: normaliseTags(tags) }),
  };
}
