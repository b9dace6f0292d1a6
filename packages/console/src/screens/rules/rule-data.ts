import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { ShownEvent } from '../../queries/rules/event-changes';
import type { Rule, RuleBody, RuleKind } from '../../queries/rules/rule';

/** The result of a dry run for one rule. */
export interface DryRunRule {
  readonly name: string;
  readonly kind: RuleKind;
  readonly matched: number;
  readonly changed: number;
  readonly dropped: number;
  readonly warned: number;
  readonly failed: number;
  readonly examples: readonly {
    readonly uuid: string;
    readonly before: ShownEvent;
    /** Null if the rule drops the event. */
    readonly after: ShownEvent | null;
  }[];
}

export interface DryRun {
  readonly events: number;
  readonly stored: number;
  readonly dropped: number;
  readonly rules: readonly DryRunRule[];
}

/** The maximum number of rules in a project, which the server enforces. */
const MAX_RULES = 100;

const path = (projectId: number, rest = ''): string =>
  `/api/projects/${projectId}/ingestion_rules/${rest}`;

/** All rules, in the order in which they are applied. */
export function ruleListQuery(projectId: number) {
  return queryOptions({
    queryKey: ['rules', projectId, 'list'],
    queryFn: async ({ signal }) => {
      const route = path(projectId, `?limit=${MAX_RULES}`);
      return (await request<{ readonly results: readonly Rule[] }>('GET', route, { signal }))
        .results;
    },
  });
}

export function ruleQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['rules', projectId, 'one', id],
    queryFn: ({ signal }) =>
      request<Rule>('GET', path(projectId, `${encodeURIComponent(id)}/`), { signal }),
  });
}

/** Applies rules, saved or not, to the latest events and returns what they would do. */
export function dryRunQuery(projectId: number, rules: readonly RuleBody[], events: number) {
  return queryOptions({
    queryKey: ['rules-dry-run', projectId, rules, events],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    queryFn: ({ signal }) =>
      request<DryRun>('POST', path(projectId, 'dry_run/'), { body: { rules, events }, signal }),
  });
}

/** Returns a function that reloads rules after a command. */
export function useRulesChanged(projectId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['rules', projectId] });
}

/** Returns a function that removes a deleted rule from the cached list. */
export function useForgetRule(projectId: number): (id: string) => void {
  const client = useQueryClient();
  return (id) =>
    client.setQueryData(ruleListQuery(projectId).queryKey, (list) =>
      list?.filter((rule) => rule.id !== id),
    );
}

/** @throws ApiError 400 */
export function saveRule(
  projectId: number,
  id: string | null,
  body: Partial<RuleBody>,
): Promise<Rule> {
  return id === null
    ? request('POST', path(projectId), { body })
    : request('PATCH', path(projectId, `${id}/`), { body });
}

export function deleteRule(projectId: number, id: string): Promise<unknown> {
  return request('DELETE', path(projectId, `${id}/`));
}

/**
 * Changes the order of the rules.
 *
 * @param ids the ids of all rules in their new order
 */
export function reorderRules(projectId: number, ids: readonly string[]): Promise<unknown> {
  return request('POST', path(projectId, 'reorder/'), { body: { ids } });
}
