import { astBuilder } from '../syntax/build';
import type { Expr, SelectQuery, Statement } from '../syntax/ast';
import { visitTree } from '../syntax/map-tree';
import { regroups } from '../analysis/regroups';

const DAY_MS = 86_400_000;

/** Each window is several times the one before, so failed attempts cost little compared with the last. */
const WINDOWS_DAYS = [1, 7, 30] as const;

/** The greatest LIMIT for which the newest rows are tried first. */
const MOST_ROWS = 10_000;

/** Conditions on these columns find their events by index, or bound the time themselves. */
const FINDERS: ReadonlySet<unknown> = new Set([
  'timestamp',
  'distinct_id',
  'person_id',
  'uuid',
  '$session_id',
]);

/** A possible shortcut: the same statement over the last days only. */
export interface RecentStatement {
  readonly statement: Statement;
  /** The number of rows of a complete response. */
  readonly enoughRows: number;
}

/**
 * The newest events of a project (`SELECT … FROM events … ORDER BY timestamp DESC LIMIT n`) are mostly in its last
 * days; the storage is ordered by day, but the engine's sort does not stop early once tables are joined. So the
 * statement is tried over the last day first, then over longer times. If enough rows sorted by time are found, they
 * are the result of the whole statement, whatever its other clauses are.
 */
export function recentStatements(statement: Statement, now: Date): readonly RecentStatement[] {
  if (statement.type !== 'SelectQuery') return [];
  const time = newestByTime(statement);
  const enoughRows = rowsAskedFor(statement);
  if (time === null || enoughRows === null) return [];
  const build = astBuilder(statement);
  return WINDOWS_DAYS.map((days) => {
    const since = Math.floor((now.getTime() - days * DAY_MS) / 1000);
    const bound = build.compare('>=', time, build.call('toDateTime', build.constant(since)));
    const where = statement.where === null ? bound : build.and([statement.where, bound]);
    return { statement: { ...statement, where }, enoughRows };
  });
}

function rowsAskedFor({ limit }: SelectQuery): number | null {
  const rows = limit?.type === 'Constant' ? limit.value : null;
  return typeof rows === 'number' && rows > 0 && rows <= MOST_ROWS ? rows : null;
}

/** The timestamp that a plain SELECT over events sorts by first, newest first; null for any other statement. */
function newestByTime(select: SelectQuery): Expr | null {
  const { selectFrom: from, orderBy } = select;
  const [first] = orderBy ?? [];
  if (from?.table.type !== 'Field' || from.table.chain.join('.') !== 'events') return null;
  if (from.nextJoin !== null || from.columnAliases || from.sample) return null;
  if (first?.expr.type !== 'Field' || first.order !== 'DESC' || first.withFill) return null;
  const [name, ...qualifiers] = [...first.expr.chain].reverse();
  const isTimestamp =
    name === 'timestamp' && qualifiers.every((part) => part === (from.alias ?? 'events'));
  const isPlain = !regroups(select) && !finds(select) && !redefines(select);
  return isTimestamp && qualifiers.length <= 1 && isPlain ? first.expr : null;
}

function finds(select: SelectQuery): boolean {
  let found = false;
  visitTree([select.where, select.prewhere], (node) => {
    found ||= node.type === 'Field' && node.chain.some((step) => FINDERS.has(step));
  });
  return found;
}

/** Whether `events` or `timestamp` may have another meaning in the statement. */
function redefines(select: SelectQuery): boolean {
  let found = select.ctes.length > 0;
  visitTree(select.select, (node) => {
    found ||= node.type === 'Alias' && node.alias === 'timestamp';
  });
  return found;
}
