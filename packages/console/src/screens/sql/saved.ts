import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { visualization } from '../../queries/sql/sql-query';

/** The fields of a saved insight that the SQL screen reads. */
export interface SavedQuery {
  readonly id: number;
  readonly short_id: string;
  readonly name: string | null;
  readonly query: unknown;
  readonly last_modified_at: string;
}

/** The saved HogQL queries whose name contains the search text, the last changed first. */
export function savedListQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ['insights', projectId, 'sql', search],
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        insight: 'SQL',
        basic: 'true',
        saved: 'true',
        order: '-last_modified_at',
        limit: '100',
      });
      if (search !== '') parameters.set('search', search);
      const path = `/api/projects/${projectId}/insights/?${parameters.toString()}`;
      return request<{ readonly results: readonly SavedQuery[]; readonly count: number }>(
        'GET',
        path,
        { signal },
      );
    },
  });
}

/** The saved insight with a short id; null if the project does not have it. */
export async function findSaved(projectId: number, shortId: string): Promise<SavedQuery | null> {
  const parameters = new URLSearchParams({ short_id: shortId, basic: 'true', limit: '1' });
  const path = `/api/projects/${projectId}/insights/?${parameters.toString()}`;
  const { results } = await request<{ results: SavedQuery[] }>('GET', path);
  return results[0] ?? null;
}

export function createSaved(
  projectId: number,
  name: string,
  query: HogQLQuery,
): Promise<SavedQuery> {
  const body = { name, query: visualization(query, 'ActionsTable'), saved: true };
  return request('POST', `/api/projects/${projectId}/insights/`, { body });
}

/** Replaces the statement in a saved insight and keeps its display. */
export async function updateSaved(
  projectId: number,
  shortId: string,
  query: HogQLQuery,
): Promise<SavedQuery> {
  const saved = await findSaved(projectId, shortId);
  if (saved === null) throw new Error('The insight was deleted. Save the query under a new name.');
  const node = saved.query as Readonly<Record<string, unknown>> | null;
  const isWrapper = node !== null && 'source' in node;
  const next = isWrapper ? { ...node, source: query } : visualization(query, 'ActionsTable');
  const path = `/api/projects/${projectId}/insights/${saved.id}/`;
  return request('PATCH', path, { body: { query: next } });
}
