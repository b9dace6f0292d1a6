import type { Database } from '../database';
import type { Action } from './action';
import { toAction } from './action';

/**
 * The project's actions that a query names by id or by exact name. A soft-deleted action still
 * resolves (`docs/wire/actions-matching.md#use-deleted`), but a live one of the same name wins; several live ones are
 * `ambiguous`. References to nothing are absent from the response.
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
      where.or([where('id', 'in', [...ids, -1]), where('name', 'in', [...names, ''])]),
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

/** Actions that stand for goals of the project: pinned ones in their order, then those calculated last. */
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
