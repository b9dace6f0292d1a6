import type { ProjectLookups } from './lookups';

/**
 * Look-ups that ask for the group types of a project now, for a statement that will need them: the answer comes
 * while the query waits for its turn.
 */
export function withEarlyGroupTypes(lookups: ProjectLookups, projectId: number): ProjectLookups {
  const { metadata } = lookups;
  const early = metadata.groupTypes(projectId);
  // Whoever asks is told; a query that ends before that needs none.
  early.catch(() => undefined);
  return {
    ...lookups,
    metadata: {
      ...metadata,
      groupTypes: (id) => (id === projectId ? early : metadata.groupTypes(id)),
    },
  };
}
