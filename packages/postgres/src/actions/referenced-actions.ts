import type { Database } from '../database';
import { isRowId } from '../row-id';
import type { Action } from './action';
import { toAction } from './action';

/**
 * The project's actions that a query refers to by id or by exact name. Deleted actions are also found
 * (`docs/wire/actions-matching.md#use-deleted`), but an action that is not deleted has precedence; if several have
 * the same name, the reference is `ambiguous`. References without an action are missing from the result.
 */
export async function findReferencedActions(
  { db }: Database,
  projectId: number,
  references: readonly (number | string)[],
): Promise<ReadonlyMap<number | string, Action | 'ambiguous'>> {
  const ids = references.filter((reference) => typeof reference === 'number');
  const names = references.filter((reference) => typeof reference === 'string');
  const rows = await db
    .selectFrom('actions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where((where) =>
      where.or([
        where('id', 'in', [...ids.filter(isRowId), -1]),
        where('name', 'in', [...names, '']),
      ]),
    )
    .execute();
  const actions = rows.map(toAction);

  const found = new Map<number | string, Action | 'ambiguous'>();
  for (const id of ids) {
    const action = actions.find((candidate) => candidate.id === id);
    if (action !== undefined) found.set(id, action);
  }
  for (const name of names) {
    const match = pickByName(actions.filter((candidate) => candidate.name === name));
    if (match !== undefined) found.set(name, match);
  }
  return found;
}

/** The actions that are the goals of the project: pinned ones by time of pinning, then those calculated last. */
export async function findGoalActions(
  { db }: Database,
  projectId: number,
  limit: number,
): Promise<readonly Action[]> {
  const rows = await db
    .selectFrom('actions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .orderBy('pinned_at')
    .orderBy('last_calculated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toAction);
}

function pickByName(candidates: readonly Action[]): Action | 'ambiguous' | undefined {
  const live = candidates.filter((candidate) => !candidate.deleted);
  const pool = live.length > 0 ? live : candidates;
  return pool.length > 1 ? 'ambiguous' : pool[0];
}
