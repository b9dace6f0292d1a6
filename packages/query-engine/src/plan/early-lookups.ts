import type { QueryRequest } from '../query-request';
import type { ProjectLookups } from './lookups';
import { probableNames } from './probable-names';

/**
 * Lookups that start to read early what a query will probably need, its project's group types, its experiment and the
 * types of the properties that it names: the values arrive while the query waits for a slot. Each value serves one
 * statement; later statements read it again.
 */
export function withEarlyLookups(
  lookups: ProjectLookups,
  { project, query }: Pick<QueryRequest, 'project' | 'query'>,
): ProjectLookups {
  if (readsNoTable(query)) return lookups;
  const { metadata } = lookups;
  const groupTypes = early(metadata.groupTypes(project.id));
  const experimentId = query['experiment_id'];
  const experiment =
    typeof experimentId === 'number'
      ? once(early(lookups.findExperiment(project.id, experimentId)))
      : () => null;
  const about: Pick<ProjectLookups, 'metadata' | 'findExperiment'> = {
    findExperiment(projectId, id) {
      const known = projectId === project.id && id === experimentId ? experiment() : null;
      return known ?? lookups.findExperiment(projectId, id);
    },
    metadata: {
      ...metadata,
      groupTypes: (id) => (id === project.id ? groupTypes : metadata.groupTypes(id)),
    },
  };
  const guessed = probableNames([query, project.testAccountFilters]);
  if (guessed.size === 0) return { ...lookups, ...about };
  const names = [...guessed];
  const types = once(early(lookups.findPropertyTypes(project.id, names)));
  const values = once(early(lookups.findValues(project.id, names)));
  const others = (wanted: readonly string[]): readonly string[] =>
    wanted.filter((name) => !guessed.has(name));
  return {
    ...lookups,
    ...about,
    async findPropertyTypes(projectId, wanted) {
      const known = projectId === project.id ? types() : null;
      if (known === null) return lookups.findPropertyTypes(projectId, wanted);
      const missing = others(wanted);
      if (missing.length === 0) return known;
      const more = lookups.findPropertyTypes(projectId, missing);
      return (await Promise.all([known, more])).flat();
    },
    async findValues(projectId, wanted) {
      const known = projectId === project.id ? values() : null;
      if (known === null) return lookups.findValues(projectId, wanted);
      const missing = others(wanted);
      if (missing.length === 0) return known;
      const [some, rest] = await Promise.all([known, lookups.findValues(projectId, missing)]);
      return {
        isTracked: some.isTracked && rest.isTracked,
        nonText: [...some.nonText, ...rest.nonText],
      };
    },
  };
}

/** Whether a query is SQL without the word FROM, which reads no table unless a placeholder contains one. */
function readsNoTable({ kind, query }: QueryRequest['query']): boolean {
  return kind === 'HogQLQuery' && typeof query === 'string' && !/\bfrom\b|\{/i.test(query);
}

/** A failure is thrown where the value is used; a query that ends earlier ignores it. */
function early<T>(value: Promise<T>): Promise<T> {
  value.catch(() => undefined);
  return value;
}

/** Returns the value at the first call, null from then on. */
function once<T>(value: T): () => T | null {
  let left: T | null = value;
  return () => {
    const given = left;
    left = null;
    return given;
  };
}
