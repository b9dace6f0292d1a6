import { countParameter } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { parseQuery } from '../query/parse-query';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';

/** The filters of persons, in the form of an `ActorsQuery`. */
export interface ActorFilters {
  readonly search: string;
  readonly properties: readonly unknown[];
}

interface ActorSlice extends ActorFilters {
  readonly limit: number;
  readonly offset: number;
}

const NEWEST_FIRST = ['created_at DESC', 'id DESC'];

/**
 * The uuids of one page of the persons that match filters, the newest first.
 * @throws ApiError
 */
export async function findActors(
  engine: QueryEngine,
  project: Project,
  { limit, offset, ...filters }: ActorSlice,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const query = { ...filters, select: ['id'], orderBy: NEWEST_FIRST, limit, offset };
  const rows = await ask(engine, project, query, limit, signal);
  return rows.map(([id]) => String(id));
}

/**
 * The number of persons that match filters.
 * @throws ApiError
 */
export async function countActors(
  engine: QueryEngine,
  project: Project,
  filters: ActorFilters,
  signal: AbortSignal,
): Promise<number> {
  const rows = await ask(engine, project, { ...filters, select: ['count()'] }, 1, signal);
  return countParameter(String(rows[0]?.[0])) ?? 0;
}

async function ask(
  engine: QueryEngine,
  project: Project,
  actors: object,
  maxRows: number,
  signal: AbortSignal,
): Promise<readonly (readonly unknown[])[]> {
  const request = {
    project: queryProject(project, null),
    query: parseQuery({ query: { kind: 'ActorsQuery', ...actors } }),
    queryId: v7().replaceAll('-', ''),
    maxRows,
  };
  try {
    return rowsOf(await engine.run(request, 'force_blocking', signal));
  } catch (error) {
    throw toWireError(error, '');
  }
}
