import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { ExplainedUser } from '../../queries/flags/explained-user';
import type { Flag, FlagCondition, FlagDraft } from '../../queries/flags/flag';
import type { FlagCalls } from '../../queries/flags/usage-days';

const path = (projectId: number, rest = ''): string =>
  `/api/projects/${projectId}/feature_flags/${rest}`;

/** The number of flags on a page of the list. */
export const FLAG_ROWS = 100;

const STATE_FILTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  on: { active: 'true' },
  off: { active: 'false' },
  archived: { archived: 'true' },
};

/**
 * A page of the flags whose key or name contains the text.
 *
 * @param state `on`, `off` or `archived`; otherwise all flags that are not archived
 */
export function flagListQuery(
  projectId: number,
  choice: { readonly text: string; readonly state: string; readonly offset: number },
) {
  const { text, state, offset } = choice;
  return queryOptions({
    queryKey: ['flags', projectId, 'list', choice],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        limit: String(FLAG_ROWS),
        offset: String(offset),
        ...(text !== '' && { search: text }),
        ...STATE_FILTERS[state],
      });
      const list = path(projectId, `?${parameters.toString()}`);
      return request<{ results: readonly Flag[]; count: number }>('GET', list, { signal });
    },
  });
}

export function flagQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['flags', projectId, id],
    queryFn: ({ signal }) => request<Flag>('GET', path(projectId, `${id}/`), { signal }),
  });
}

/**
 * Creates a flag, or updates one. An update contains the flag as it was when editing began; if another user has changed
 * the same field since then, the server responds with 409 (`docs/wire/flags-management.md#flag-conflict`).
 *
 * @throws ApiError 400, 409
 */
export function saveFlag(
  projectId: number,
  draft: FlagDraft,
  original: Flag | null,
): Promise<Flag> {
  if (original === null) return request('POST', path(projectId), { body: draft });
  const body = { ...draft, version: original.version, original_flag: original };
  return request('PATCH', path(projectId, `${original.id}/`), { body });
}

export function deleteFlag(projectId: number, id: number): Promise<unknown> {
  return request('PATCH', path(projectId, `${id}/`), { body: { deleted: true } });
}

export function setFlagArchived(projectId: number, id: number, archived: boolean): Promise<Flag> {
  return request('PATCH', path(projectId, `${id}/`), { body: { archived } });
}

export function setFlagActive(projectId: number, id: number, active: boolean): Promise<Flag> {
  return request('PATCH', path(projectId, `${id}/`), { body: { active } });
}

export interface Audience {
  readonly users_affected: number;
  readonly total_users: number;
}

/**
 * The number of persons, or of groups of a type, that match the filters of a condition, without its rollout percentage.
 */
export function audienceQuery(
  projectId: number,
  { properties }: FlagCondition,
  target: number | null,
) {
  return queryOptions({
    queryKey: ['flag-audience', projectId, properties, target],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      request<Audience>('POST', path(projectId, 'user_blast_radius/'), {
        body: { condition: { properties }, group_type_index: target },
        signal,
      }),
  });
}

export interface DependentFlag {
  readonly id: number;
  readonly key: string;
}

export function dependentFlagsQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['flags', projectId, String(id), 'dependents'],
    queryFn: ({ signal }) =>
      request<readonly DependentFlag[]>('GET', path(projectId, `${id}/dependent_flags/`), {
        signal,
      }),
  });
}

export interface HistoryEntry {
  readonly id: string;
  readonly user: { readonly email: string } | null;
  readonly activity: string;
  readonly created_at: string;
  readonly detail: {
    readonly changes: readonly {
      readonly field: string | null;
      readonly before?: unknown;
      readonly after?: unknown;
    }[];
  };
}

export function flagHistoryQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['flags', projectId, String(id), 'history'],
    queryFn: ({ signal }) =>
      request<{ results: readonly HistoryEntry[] }>('GET', path(projectId, `${id}/activity/`), {
        signal,
      }),
  });
}

export interface FlagUsage {
  readonly days: number;
  readonly total: number;
  readonly last_called_at: string | null;
  readonly results: readonly FlagCalls[];
}

/** The number of requests for the flag in the last days, by its value. */
export function flagUsageQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: ['flags', projectId, String(id), 'usage'],
    queryFn: ({ signal }) => request<FlagUsage>('GET', path(projectId, `${id}/usage/`), { signal }),
  });
}

export interface ExplainedFilter {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly actual: unknown;
  readonly matches: boolean | null;
  readonly problem: string | null;
}

export interface ExplainedCondition {
  readonly index: number;
  readonly outcome: string;
  readonly filters: readonly ExplainedFilter[];
  readonly rollout: { readonly percentage: number; readonly position: number | null };
}

export interface ExplainedFlag {
  readonly key: string;
  readonly value: boolean | string;
  readonly failed: boolean;
  readonly reason: { readonly code: string; readonly description: string };
  readonly payload: unknown;
  readonly conditions: readonly ExplainedCondition[];
}

export interface DryRun {
  readonly person: { readonly id: string } | null;
  readonly flags: readonly ExplainedFlag[];
}

/** Evaluates the draft for a user and explains the value, condition by condition. Nothing is saved. */
export function explainDraft(
  projectId: number,
  draft: FlagDraft,
  flagId: number | null,
  user: ExplainedUser,
): Promise<DryRun> {
  const { key, active, filters } = draft;
  const flag = { id: flagId, key: key === '' ? 'unnamed' : key, active, filters };
  const { distinctId, groups } = user;
  const body = { distinct_id: distinctId, groups, flag };
  return request('POST', path(projectId, 'dry_run/'), { body });
}
