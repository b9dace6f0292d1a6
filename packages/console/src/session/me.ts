import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ClientFields } from '../queries/settings/sdk-settings';
import { call, api, request } from '../api/client';

/** The signed-in user (`GET /api/users/@me/`). */
export interface Me {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly organization: {
    readonly name: string;
    /** 1 = member, 8 = administrator, 15 = owner. */
    readonly membership_level: number;
  };
  /** The names of scopes, or `*` for all scopes. */
  readonly scopes: readonly string[];
  readonly version: string;
  /** The URL at which clients reach this server; null if it is the URL of the page. */
  readonly public_url: string | null;
  readonly team: {
    readonly id: number;
    readonly api_token: string;
    readonly timezone: string;
  } | null;
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => request<Me>('GET', '/api/users/@me/'),
  staleTime: 60_000,
});

/** The signed-in user. Call it only below routes that require a session. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Null if the session has the scope; otherwise a message for the disabled control. */
export function useBlockedBy(scope: string): string | null {
  const { scopes } = useMe();
  if (scopes.includes('*') || scopes.includes(scope)) return null;
  const [object = ''] = scope.split(':');
  if (scope.endsWith(':read') && scopes.includes(`${object}:write`)) return null;
  return `Your role lacks the scope ${scope}.`;
}

export interface Project extends ClientFields {
  readonly id: number;
  readonly name: string;
  readonly api_token: string;
  readonly timezone: string;
  readonly week_start_day: number | null;
  /** Null if events are kept without a limit. */
  readonly event_retention_days: number | null;
  readonly ingested_event: boolean;
}

export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['project', projectId],
    queryFn: ({ signal }) => request<Project>('GET', `/api/projects/${projectId}/`, { signal }),
    staleTime: 60_000,
  });

/** The id of the project in the URL, `/project/{id}/…`. */
export function useProjectId(): number {
  const { projectId } = useParams({ strict: false });
  return Number(projectId);
}

/** The project in the URL, which its route has already loaded. */
export function useProject(): Project {
  return useSuspenseQuery(projectQuery(useProjectId())).data;
}

export async function signOut(): Promise<void> {
  await request('POST', '/api/logout/');
}

export interface ProjectListEntry {
  readonly id: number;
  readonly name: string;
}

export const projectListQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async (): Promise<readonly ProjectListEntry[]> => {
    const page = await call(api.GET('/api/projects/'));
    return page.results;
  },
  staleTime: 60_000,
});
