import type { NewActivity } from '../activity-log/activity';
import type { History } from '../activity-log/change-activity';
import { changeActivity } from '../activity-log/change-activity';
import type { Insight } from './insight';

const HISTORY: History<Insight> = {
  scope: 'Insight',
  nameOf: (insight) => insight.name ?? insight.derivedName,
  wireFields: (insight) => ({
    name: insight.name,
    derived_name: insight.derivedName,
    description: insight.description,
    query: insight.query,
    tags: insight.tags,
    order: insight.order,
    favorited: insight.favorited,
    saved: insight.saved,
    deleted: insight.deleted,
  }),
};

/** How the log tells a change of an insight; `before` is null for a new one. */
export const insightActivity = (
  userId: number,
  before: Insight | null,
  after: Insight,
): NewActivity => changeActivity(HISTORY, userId, before, after);
