import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadAllPages } from '../../api/all-pages';
import { request } from '../../api/client';
import type { FilterKind, PropertyType } from '../../queries/filters/property-filter';

/** A property, cohort or HogQL expression that a filter can use. */
export interface PropertyEntry {
  readonly kind: FilterKind;
  /** The name of the property, or the id of the cohort. */
  readonly key: string;
  /** The shown name, if it is not the key: the name of a cohort. */
  readonly name?: string;
  readonly type: PropertyType;
  readonly groupTypeIndex?: number;
}

export interface PropertySection {
  readonly title: string;
  readonly entries: readonly PropertyEntry[];
}

/** The maximum number of properties that are shown of each kind. Use the search to find the others. */
const SHOWN_PER_KIND = 40;

interface Definition {
  readonly name: string;
  readonly property_type: PropertyType;
}

interface Page<T> {
  readonly results: readonly T[];
}

export interface GroupType {
  readonly group_type: string;
  readonly group_type_index: number;
  readonly name_singular: string | null;
  readonly name_plural: string | null;
}

interface Cohort {
  readonly id: number;
  readonly name: string | null;
}

/** The group types of the project. */
export const groupTypesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['group-types', projectId],
    queryFn: ({ signal }) =>
      request<readonly GroupType[]>('GET', `/api/projects/${projectId}/groups_types/`, { signal }),
    staleTime: 60_000,
  });

/** The names of cohorts by their id. */
export const cohortNamesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['cohort-names', projectId],
    queryFn: async ({ signal }) => {
      const path = `/api/projects/${projectId}/cohorts/?basic=true`;
      const cohorts = await loadAllPages<Cohort>(path, signal);
      return new Map(cohorts.map(({ id, name }) => [String(id), name ?? `cohort ${id}`]));
    },
    staleTime: 60_000,
  });

/** The properties whose name contains the search text, by kind. For groups: of all group types, or only of one. */
export function propertySectionsQuery(
  projectId: number,
  kinds: readonly FilterKind[],
  search: string,
  groupTypeIndex?: number,
) {
  return queryOptions({
    queryKey: ['property-sections', projectId, kinds, search, groupTypeIndex],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal, client }): Promise<readonly PropertySection[]> => {
      const load = async (kind: FilterKind): Promise<readonly PropertySection[]> => {
        if (kind === 'hogql') return [];
        if (kind === 'cohort') {
          return [cohortSection(await client.query(cohortNamesQuery(projectId)), search)];
        }
        if (kind !== 'group') return [await sectionOf(projectId, { kind, search, signal })];
        const types = await client.query(groupTypesQuery(projectId));
        const wanted = types.filter(
          ({ group_type_index: index }) => groupTypeIndex === undefined || index === groupTypeIndex,
        );
        return Promise.all(
          wanted.map((group) => sectionOf(projectId, { kind, search, signal, group })),
        );
      };
      const sections = await Promise.all(kinds.map(load));
      return sections.flat().filter(({ entries }) => entries.length > 0);
    },
  });
}

const TITLES = { event: 'Event properties', person: 'Person properties', session: 'Session' };

async function sectionOf(
  projectId: number,
  of: {
    readonly kind: 'event' | 'person' | 'session' | 'group';
    readonly search: string;
    readonly signal: AbortSignal;
    readonly group?: GroupType;
  },
): Promise<PropertySection> {
  const { kind, search, signal, group } = of;
  const parameters = new URLSearchParams({ type: kind, search, limit: String(SHOWN_PER_KIND) });
  if (group !== undefined) parameters.set('group_type_index', String(group.group_type_index));
  if (kind === 'event') parameters.set('exclude_hidden', 'true');
  const path = `/api/projects/${projectId}/property_definitions/?${parameters.toString()}`;
  const { results } = await request<Page<Definition>>('GET', path, { signal });
  const title = kind === 'group' ? `Group ${group?.group_type ?? ''}` : TITLES[kind];
  const entries = results.map(({ name, property_type }) => ({
    kind,
    key: name,
    type: property_type,
    groupTypeIndex: group?.group_type_index,
  }));
  return { title, entries };
}

function cohortSection(names: ReadonlyMap<string, string>, search: string): PropertySection {
  const wanted = search.toLowerCase();
  const entries = [...names]
    .filter(([, name]) => name.toLowerCase().includes(wanted))
    .slice(0, SHOWN_PER_KIND)
    .map(([key, name]) => ({ kind: 'cohort' as const, key, name, type: null }));
  return { title: 'Cohorts', entries };
}
