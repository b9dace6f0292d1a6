import type { InsightWrite } from '@tidemark/contracts';
import type { InsightChange } from '@tidemark/postgres';
import { normaliseTags } from '../actions/action-fields';
import { checkedQuery } from './insight-result';

/** The fields a body names; what it leaves out stays out. @throws ApiError 400 for a query that is none */
export function toInsightFields(body: InsightWrite): InsightChange {
  const { query } = body;
  if (query !== undefined && query !== null) checkedQuery(query);
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.derived_name !== undefined && { derivedName: body.derived_name }),
    ...(body.description !== undefined && { description: body.description }),
    // As it was sent: clients compare what they get with what they wrote.
    ...(query !== undefined && { query }),
    ...(body.order !== undefined && { order: body.order }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
    ...(body.favorited !== undefined && { favorited: body.favorited }),
    ...(body.saved !== undefined && { saved: body.saved }),
    ...(body.dashboards && { dashboardIds: body.dashboards }),
    ...(body.tags !== undefined && { tags: normaliseTags(body.tags) }),
  };
}
