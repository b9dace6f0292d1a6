import type { QueryProject } from '../project';

/**
 * Whether the answer to a query may hold rows of `system.activity_logs`, which only some callers may read. Neither
 * views nor joins lead there: its name, or an escape in it, must stand in the query.
 */
export function mayShowActivityLog(
  query: object,
  { seesActivityLog }: Pick<QueryProject, 'seesActivityLog'>,
): boolean {
  return seesActivityLog === true && /activity_logs|\\/.test(JSON.stringify(query));
}
