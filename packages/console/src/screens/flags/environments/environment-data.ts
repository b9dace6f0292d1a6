import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client';
import type { Found } from '../../../ui/picker/search-picker';

const ORGANIZATION = '/api/organizations/@current/';

export interface Environment {
  readonly project_id: number;
  readonly name: string;
  readonly project_name: string;
}

export interface Chain {
  readonly id: string;
  readonly name: string;
  readonly environments: readonly Environment[];
}

export interface ComparedFlag {
  readonly project_id: number;
  readonly present: boolean;
  readonly id: number | null;
  readonly enabled: boolean;
  readonly rollout_percentage: number;
  readonly differs: readonly string[];
}

export interface ComparedRow {
  readonly key: string;
  readonly differs: boolean;
  readonly flags: readonly ComparedFlag[];
}

/** The changes that a copy would make in one project. */
export interface CopyPlan {
  readonly action: 'create' | 'update' | 'none';
  readonly version: number | null;
  readonly differences: readonly {
    readonly field: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
  readonly cohorts: readonly {
    readonly source_id: number;
    readonly name: string | null;
    readonly action: string;
    readonly target_id: number | null;
  }[];
  readonly dependencies: readonly { readonly key: string; readonly action: string }[];
  readonly problems: readonly string[];
}

export interface CopyFailure {
  readonly errors: string;
  /** The id of the change request, if the copy needs an approval in the target. */
  readonly change_request_id?: string;
}

interface CopyResult {
  readonly failed: readonly CopyFailure[];
  readonly source_version: number;
  readonly plans: readonly CopyPlan[];
}

export const chainsQuery = queryOptions({
  queryKey: ['environments'],
  queryFn: ({ signal }) =>
    request<{ results: readonly Chain[] }>('GET', `${ORGANIZATION}environments/`, { signal }),
});

export function comparisonQuery(chainId: string) {
  return queryOptions({
    queryKey: ['environments', chainId, 'flags'],
    queryFn: ({ signal }) =>
      request<{ environments: readonly Environment[]; results: readonly ComparedRow[] }>(
        'GET',
        `${ORGANIZATION}environments/${chainId}/flags/`,
        { signal },
      ),
  });
}

export function createChain(
  name: string,
  environments: readonly { readonly project_id: number; readonly name: string }[],
): Promise<Chain> {
  return request('POST', `${ORGANIZATION}environments/`, { body: { name, environments } });
}

export function deleteChain(id: string): Promise<unknown> {
  return request('DELETE', `${ORGANIZATION}environments/${id}/`);
}

/** A copy of a flag from one project to another. */
export interface CopyRequest {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly includesDependencies: boolean;
  readonly disablesCopy: boolean;
  /** For each cohort of the source: the cohort of the target that replaces it. */
  readonly cohorts: Readonly<Record<string, number>>;
}

/**
 * Copies a flag, or returns what a copy would change.
 *
 * @param expected the versions that a dry run returned; without them, the request is a dry run
 */
export function copyFlag(
  copy: CopyRequest,
  expected?: { readonly source: number; readonly target: number | null },
): Promise<CopyResult> {
  const body = {
    feature_flag_key: copy.key,
    from_project: copy.from,
    target_project_ids: [copy.to],
    include_dependencies: copy.includesDependencies,
    disable_copied_flag: copy.disablesCopy,
    cohort_mapping: { [copy.to]: copy.cohorts },
    dry_run: expected === undefined,
    expected_versions:
      expected === undefined ? {} : { [copy.from]: expected.source, [copy.to]: expected.target },
  };
  return request('POST', `${ORGANIZATION}feature_flags/copy_flags/`, { body });
}

/** The first cohorts of a project whose name contains the text. */
export async function findCohorts(
  projectId: number,
  search: string,
  signal: AbortSignal,
): Promise<Found<string>> {
  const parameters = new URLSearchParams({ basic: 'true', search, limit: '50' });
  const path = `/api/projects/${projectId}/cohorts/?${parameters.toString()}`;
  const { results, count } = await request<{
    readonly results: readonly { readonly id: number; readonly name: string | null }[];
    readonly count: number;
  }>('GET', path, { signal });
  const choices = results.map(({ id, name }) => {
    const label = name ?? String(id);
    return { key: id, label, value: label };
  });
  return { count, choices };
}
