import { eventsQuerySchema } from '@tidemark/contracts';
import type { CompiledQuery, Expr, SelectQuery } from '@tidemark/hogql';
import { astBuilder, parseSelect } from '@tidemark/hogql';
import { eventConditions } from '../kinds/events-query/conditions';
import { compileForProject } from '../plan/compile-for-project';
import type { ProjectLookups } from '../plan/lookups';
import type { QueryProject } from '../project';
import type { EventSelection } from './selection-query';
import { selectionQuery } from './selection-query';

/** A deletion has no limit on rows. */
const ALL_ROWS = 10_000_000_000;
const AT = { start: 0, end: 0 };
const COLUMNS = 'select toString(uuid), toUnixTimestamp64Micro(timestamp), $session_id from events';

/**
 * A selection of events → guarded ClickHouse SQL with three columns: uuid, timestamp in microseconds since the epoch,
 * and session id, which is empty for events without one.
 *
 * @param storedUntil events that were stored later are excluded
 * @throws HogQLError
 */
export async function planSelection(
  selection: EventSelection,
  context: ProjectLookups & {
    readonly project: QueryProject;
    readonly now: Date;
    readonly storedUntil: Date;
  },
): Promise<CompiledQuery> {
  const { project, now, storedUntil, ...lookups } = context;
  const body = eventsQuerySchema.parse({ ...selectionQuery(selection), select: [] });
  // Warnings only concern relative dates, which a selection cannot have.
  const conditions = { project, lookups, now, warn: () => undefined };
  const where = await eventConditions(body, conditions, astBuilder(AT));
  const statement: SelectQuery = { ...(parseSelect(COLUMNS) as SelectQuery), where: all(where) };
  return compileForProject(statement, {
    ...{ project, lookups, now, storedUntil },
    defaultLimit: ALL_ROWS,
    maxRows: ALL_ROWS,
  });
}

function all(exprs: readonly Expr[]): Expr {
  return { type: 'And', exprs: [...exprs], ...AT };
}
