import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { ActionDraft, ActionStep } from '../../queries/actions/step';
import { stepOf } from '../../queries/actions/step';

/** An action in the wire format (`docs/wire/actions.md`). */
export interface Action {
  readonly id: number;
  readonly name: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly steps: readonly ActionStep[];
  readonly created_at: string;
  readonly created_by: { readonly email: string } | null;
  readonly bytecode_error: string | null;
  readonly reference_count?: number;
}

interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

const path = (projectId: number, rest = ''): string => `/api/projects/${projectId}/actions/${rest}`;

/** The maximum number of actions in the list. A search finds the others. */
const SHOWN = 100;

export function actionListQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ['actions', projectId, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        ...{ search, limit: String(SHOWN), include_reference_count: 'true', ordering: 'name' },
      });
      return request<Page<Action>>('GET', path(projectId, `?${parameters.toString()}`), { signal });
    },
  });
}

export function actionQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['actions', projectId, 'one', id],
    queryFn: ({ signal }) =>
      request<Action>('GET', path(projectId, `${encodeURIComponent(id)}/`), { signal }),
  });
}

export function draftOf({ name, description, tags, steps }: Action): ActionDraft {
  return { name: name ?? '', description, tags, steps: steps.map(stepOf) };
}

/** @throws ApiError 400 */
export function saveAction(
  projectId: number,
  draft: ActionDraft,
  stored: Action | null,
): Promise<Action> {
  const body = { ...draft, name: draft.name.trim() };
  return stored === null
    ? request('POST', path(projectId), { body })
    : request('PATCH', path(projectId, `${stored.id}/`), { body });
}

export function deleteAction(projectId: number, id: number): Promise<unknown> {
  return request('PATCH', path(projectId, `${id}/`), { body: { deleted: true } });
}

export interface Preview {
  readonly days: number;
  readonly count: number;
  readonly sample: readonly {
    readonly uuid: string;
    readonly event: string;
    readonly timestamp: string;
    readonly distinct_id: string;
    readonly current_url: string | null;
  }[];
}

/** The events of the last days that match steps, which need not be saved. */
export function previewQuery(projectId: number, steps: readonly ActionStep[]) {
  return queryOptions({
    queryKey: ['action-preview', projectId, steps],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    queryFn: ({ signal }) =>
      request<Preview>('POST', path(projectId, 'preview/'), { body: { steps }, signal }),
  });
}

export interface Reference {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  /** The path below the project. */
  readonly url: string;
}

/** The items that depend on an action. */
export function referencesQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['actions', projectId, 'references', id],
    queryFn: ({ signal }) =>
      request<readonly Reference[]>('GET', path(projectId, `${id}/references/`), { signal }),
  });
}
