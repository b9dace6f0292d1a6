import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';
import { likePattern } from '../like-pattern';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Dashboard } from './dashboard';
import { toDashboard } from './dashboard';

export interface DashboardListQuery {
  /** A part of the name, the description or a tag; the letter case is ignored. */
  readonly search?: string;
  readonly pinned?: boolean;
  /** Dashboards with any of these tags, compared as stored. */
  readonly tags?: readonly string[];
  readonly creationMode?: string;
  /** Leaves out dashboards whose name begins with this text. */
  readonly exceptPrefix?: string;
  readonly page: PageRequest;
}

/** The project's dashboards that are not deleted: pinned ones first, then by name, then by id. */
export function listDashboards(
  db: Reader,
  projectId: number,
  query: DashboardListQuery,
): Promise<Page<Dashboard>> {
  const { search, pinned, tags, creationMode, exceptPrefix } = query;
  let matches = db
    .selectFrom('dashboards')
    .where('project_id', '=', projectId)
    .where('deleted', '=', false);
  if (search !== undefined) {
    const like = likePattern(search);
    matches = matches.where(sql<boolean>`(name ILIKE ${like} OR description ILIKE ${like}
      OR EXISTS (SELECT FROM unnest(tags) tag WHERE tag ILIKE ${like}))`);
  }
  if (pinned !== undefined) matches = matches.where('pinned', '=', pinned);
  if (tags !== undefined) matches = matches.where(sql<boolean>`tags && ${tags}::text[]`);
  if (creationMode !== undefined) matches = matches.where('creation_mode', '=', creationMode);
  if (exceptPrefix !== undefined) {
    matches = matches.where(sql<boolean>`NOT starts_with(coalesce(name, ''), ${exceptPrefix})`);
  }
  const rows = matches.selectAll().orderBy(sql`pinned DESC, name ASC NULLS LAST, id ASC`);
  return readPage(matches, rows, query.page, toDashboard);
}
