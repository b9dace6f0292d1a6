import { countParameter } from '@tidemark/platform';
import type { ActionListQuery, ActionOrderField } from '@tidemark/postgres';

const ORDER_FIELDS: readonly ActionOrderField[] = ['name', 'created_at', 'pinned_at', 'created_by'];
const MAX_ID = 2_147_483_647;

/**
 * The list's query string (`docs/wire/actions.md#list-filters`). No value is rejected: an invalid one counts as
 * absent.
 */
export function actionListQuery(parameters: URLSearchParams): ActionListQuery {
  const search = parameters.get('search') ?? '';
  const createdByIds = idList(parameters.get('created_by'));
  const tags = textList(parameters.get('tags'));
  return {
    ...(search !== '' && { search }),
    ...(createdByIds.length > 0 && { createdByIds }),
    ...(tags.length > 0 && { tags }),
    order: orderOf(parameters.get('ordering') ?? ''),
    page: {
      limit: countParameter(parameters.get('limit')),
      offset: countParameter(parameters.get('offset')) ?? 0,
    },
  };
}

function orderOf(text: string): ActionListQuery['order'] {
  const field = ORDER_FIELDS.find((name) => name === text.replace(/^-/, ''));
  return field === undefined ? null : { field, descending: text.startsWith('-') };
}

function idList(text: string | null): number[] {
  return (text ?? '')
    .split(',')
    .map((part) => countParameter(part.trim()))
    .filter((id) => id !== null && id <= MAX_ID)
    .map(Number);
}

function textList(json: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(parsed)
      ? parsed.filter((item): item is string => typeof item === 'string' && !item.includes('\0'))
      : [];
  } catch {
    // A filter that is not valid JSON is ignored.
    return [];
  }
}
