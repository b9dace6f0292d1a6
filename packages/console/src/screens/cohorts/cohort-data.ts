import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, sendForm } from '../../api/client';
import type { CohortDraft, Criteria } from '../../queries/cohorts/cohort';
import { filtersOfCriteria } from '../../queries/cohorts/cohort';

/** The fields of a stored cohort that the console reads. */
export interface Cohort {
  readonly id: number;
  readonly name: string | null;
  readonly description: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly is_static: boolean;
  readonly is_calculating: boolean;
  readonly last_calculation: string | null;
  readonly errors_calculating: number;
  readonly last_error_message: string | null;
  /** Null before the first calculation. */
  readonly count: number | null;
  readonly created_by: { readonly email: string } | null;
}

const path = (projectId: number, rest = ''): string => `/api/projects/${projectId}/cohorts/${rest}`;
/** The number of cohorts on a page of the list. */
export const COHORT_ROWS = 100;
/** The interval between requests while a calculation is in progress. */
const LOOK_EVERY_MS = 2_000;

/**
 * A page of the cohorts whose name contains the text.
 *
 * @param kind `dynamic` or `static`; empty for both
 */
export function cohortListQuery(
  projectId: number,
  choice: { readonly text: string; readonly kind: string; readonly offset: number },
) {
  const { text, kind, offset } = choice;
  return queryOptions({
    queryKey: ['cohorts', projectId, 'list', choice],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        limit: String(COHORT_ROWS),
        offset: String(offset),
        ...(text !== '' && { search: text }),
        ...(kind !== '' && { type: kind }),
      });
      const list = path(projectId, `?${parameters.toString()}`);
      return request<{ results: readonly Cohort[]; count: number }>('GET', list, { signal });
    },
    refetchInterval: ({ state }) =>
      state.data?.results.some((cohort) => cohort.is_calculating) === true ? LOOK_EVERY_MS : false,
  });
}

export function cohortQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['cohorts', projectId, id],
    queryFn: ({ signal }) => request<Cohort>('GET', path(projectId, `${id}/`), { signal }),
    refetchInterval: ({ state }) => (state.data?.is_calculating === true ? LOOK_EVERY_MS : false),
  });
}

export interface CohortSize {
  readonly count: number;
  readonly total: number;
}

/** The number of persons that match the given criteria, which need not be saved. */
export function cohortSizeQuery(projectId: number, id: number | null, criteria: Criteria) {
  const filters = filtersOfCriteria(criteria);
  return queryOptions({
    queryKey: ['cohort-size', projectId, id, filters],
    staleTime: 60_000,
    enabled: filters.properties.values.length > 0,
    retry: false,
    queryFn: ({ signal }) =>
      request<CohortSize>('POST', path(projectId, 'size/'), { body: { id, filters }, signal }),
  });
}

/**
 * Creates a cohort if `id` is null; otherwise changes it.
 *
 * @throws ApiError 400
 */
export function saveCohort(
  projectId: number,
  id: number | null,
  { name, description, isStatic, criteria }: CohortDraft,
): Promise<Cohort> {
  const fields = { name: name.trim(), description };
  const filters = filtersOfCriteria(criteria);
  if (id === null) {
    const body = { ...fields, is_static: isStatic, filters };
    return request('POST', path(projectId), { body });
  }
  // Criteria do not determine the members of a static cohort, so they are not sent.
  const body = isStatic ? fields : { ...fields, filters };
  return request('PATCH', path(projectId, `${id}/`), { body });
}

/**
 * Creates a static cohort from a list, or adds members to one.
 *
 * @throws ApiError 400
 */
export function uploadMembers(
  projectId: number,
  target: { readonly id: number } | { readonly name: string; readonly description: string },
  file: Blob,
  fileName: string,
): Promise<Cohort> {
  const form = new FormData();
  form.set('csv', file, fileName);
  const isNew = !('id' in target);
  if (isNew) {
    form.set('name', target.name.trim());
    form.set('description', target.description);
    form.set('is_static', 'true');
  }
  return isNew
    ? sendForm(path(projectId), form)
    : sendForm(path(projectId, `${target.id}/`), form, 'PATCH');
}

export function deleteCohort(projectId: number, id: number): Promise<Cohort> {
  return request('PATCH', path(projectId, `${id}/`), { body: { deleted: true } });
}

export function duplicateAsStatic(projectId: number, id: number): Promise<Cohort> {
  return request('GET', path(projectId, `${id}/duplicate_as_static_cohort/`));
}

interface CohortMember {
  readonly id: string;
  readonly name: string;
  readonly distinct_ids: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface MemberPage {
  readonly results: readonly CohortMember[];
  readonly next: string | null;
}

export const MEMBERS = 100;

export function membersQuery(projectId: number, id: number, search: string, offset: number) {
  const parameters = new URLSearchParams({ limit: String(MEMBERS), offset: String(offset) });
  if (search !== '') parameters.set('search', search);
  return queryOptions({
    queryKey: ['cohorts', projectId, String(id), 'members', search, offset],
    queryFn: ({ signal }) =>
      request<MemberPage>('GET', path(projectId, `${id}/persons/?${parameters}`), { signal }),
  });
}

export function removeMember(projectId: number, id: number, personId: string): Promise<unknown> {
  const body = { person_id: personId };
  return request('PATCH', path(projectId, `${id}/remove_person_from_static_cohort/`), { body });
}

/** The query for a file with all members. */
export function membersExport(id: number) {
  return {
    kind: 'HogQLQuery',
    query: `select person_id, arraySort(groupUniqArray(distinct_id)) as distinct_ids
      from person_distinct_ids where person_id in cohort ${id} group by person_id`,
  };
}

interface Block<T> {
  readonly results: readonly T[];
  readonly total: number;
}

export interface CohortUses {
  readonly feature_flags: Block<{ readonly id: number; readonly key: string }>;
  readonly insights: Block<{ readonly short_id: string; readonly name: string }>;
  readonly cohorts: Block<{ readonly id: number; readonly name: string }>;
}

export function cohortUsesQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['cohorts', projectId, String(id), 'uses'],
    queryFn: ({ signal }) =>
      request<CohortUses>('GET', path(projectId, `${id}/used_in/`), { signal }),
  });
}
