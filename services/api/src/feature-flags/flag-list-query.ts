import type { FeatureFlagListQuery, FlagFilterQuery } from '@tidemark/postgres';
import { FLAG_ORDER_FIELDS } from '@tidemark/postgres';
import { z } from 'zod';
import { booleanParameter, choiceParameter, numberParameter, parameter } from '../query-parameters';
import { staleThreshold } from './flag-status';

export const FLAG_FILTERS = [
  'active',
  'created_by_id',
  'search',
  'type',
  'evaluation_runtime',
  'excluded_properties',
  'tags',
  'has_evaluation_tags',
  'has_evaluation_contexts',
  'archived',
] as const;

const TYPES = ['boolean', 'multivariant', 'experiment', 'remote_config'] as const;
const MAX_ID = 2_147_483_647;

/** The filters as a query string has them. */
export const flagFilterParameters = z.object({
  active: choiceParameter('Only flags in this state.', ['true', 'false', 'STALE']),
  created_by_id: numberParameter('Only flags of this user.'),
  search: parameter('Part of the key or name, case-insensitive.'),
  type: choiceParameter('Only flags of this kind.', TYPES),
  evaluation_runtime: choiceParameter('Only flags of this runtime.', ['server', 'client', 'all']),
  excluded_properties: parameter('A JSON list of keys to exclude.'),
  tags: parameter('A JSON list. Only flags with at least one of them are listed.'),
  has_evaluation_tags: booleanParameter('The same as `has_evaluation_contexts`.'),
  has_evaluation_contexts: booleanParameter(
    'Only flags with evaluation contexts, or only flags without.',
  ),
  archived: booleanParameter('Only archived flags; without it, only flags that are not archived.'),
});

/**
 * The filters of the list (`docs/wire/flags-management.md#flag-list`), from a query string or from JSON. No value is
 * rejected: an invalid one counts as absent.
 */
export function flagFilterQuery(
  given: Readonly<Partial<Record<string, unknown>>>,
  now: Date,
): FlagFilterQuery {
  const { active } = given;
  const search = textOf(given['search']);
  const type = TYPES.find((name) => name === given['type']);
  const createdById = Number(textOf(given['created_by_id']) || NaN);
  const runtime = textOf(given['evaluation_runtime']);
  const excludedKeys = textList(given['excluded_properties']);
  const tags = textList(given['tags']);
  const hasContexts = booleanOf(given['has_evaluation_contexts'] ?? given['has_evaluation_tags']);
  const archived = booleanOf(given['archived']);
  return {
    ...(search !== '' && { search }),
    ...(active === 'STALE'
      ? { staleBefore: staleThreshold(now) }
      : textOf(active) !== '' && { active: textOf(active).toLowerCase() === 'true' }),
    ...(type !== undefined && { type }),
    ...(Number.isInteger(createdById) && Math.abs(createdById) <= MAX_ID && { createdById }),
    ...(runtime !== '' && { evaluationRuntime: runtime }),
    ...(excludedKeys.length > 0 && { excludedKeys }),
    ...(tags.length > 0 && { tags }),
    ...(hasContexts !== null && { hasEvaluationContexts: hasContexts }),
    ...(archived !== null && { archived }),
  };
}

/** `order=-key` or `ordering=-key`; undefined for anything the list cannot be ordered by. */
export function flagOrder(parameters: URLSearchParams): FeatureFlagListQuery['order'] {
  const text = parameters.get('order') ?? parameters.get('ordering') ?? '';
  const wanted = text.replace(/^-/, '').replace(/^created_by$/, 'created_by_id');
  const field = FLAG_ORDER_FIELDS.find((name) => name === wanted);
  return field === undefined ? undefined : { field, descending: text.startsWith('-') };
}

/** Postgres rejects NUL; no stored text has one, so such a filter is dropped. */
function textOf(value: unknown): string {
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  return text.includes('\0') ? '' : text;
}

function booleanOf(value: unknown): boolean | null {
  const text = textOf(value).toLowerCase();
  return text === '' ? null : ['true', '1', 'yes'].includes(text);
}

function textList(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? parsed(value) : value;
  return Array.isArray(list) ? list.map(textOf).filter((text) => text !== '') : [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A filter that is not valid JSON is ignored.
    return null;
  }
}
