import type { AnnotationScope } from '@tidemark/contracts';
import { annotationScopes } from '@tidemark/contracts';
import { resolveTimestamp } from '@tidemark/hogql';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type {
  AnnotationAuthor,
  AnnotationListQuery,
  AnnotationReader,
  Project,
} from '@tidemark/postgres';
import type { ProjectCaller } from '../auth/access';

/** The reader with the annotations that a project sees. */
export function readerOf({ id, organizationId }: Project): AnnotationReader {
  return { projectId: id, organizationId };
}

export function authorOf({ project, user }: ProjectCaller): AnnotationAuthor {
  return { ...readerOf(project), userId: user.id };
}

/**
 * The list's query string.
 * @throws ApiError 400 for an invalid scope or date
 */
export function annotationListQuery(
  parameters: URLSearchParams,
  { timezone }: Project,
  now: Date,
): Omit<AnnotationListQuery, 'page'> {
  const search = parameters.get('search') ?? '';
  const scope = scopeOf(parameters.get('scope') ?? '');
  const timestampOf = (name: string): Date | undefined => {
    const text = parameters.get(name) ?? '';
    if (text === '') return undefined;
    const timestamp = resolveTimestamp(text, { now, timezone });
    if (timestamp === null) throw rangeError(name, 'must be a valid ISO 8601 date');
    return timestamp;
  };
  const [after, before] = [timestampOf('date_from'), timestampOf('date_to')];
  if (after && before && after > before) throw rangeError('date_from', 'must be before date_to');
  return {
    ...(search !== '' && { search: search.replaceAll('\0', '\u{FFFD}') }),
    ...(scope !== undefined && { scope }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  };
}

/** The scope of an insight has the old name `dashboard_item`. */
function scopeOf(text: string): AnnotationScope | undefined {
  if (text === '') return undefined;
  const named = text === 'insight' ? 'dashboard_item' : text;
  const scope = annotationScopes.find((known) => known === named);
  if (scope !== undefined) return scope;
  throw validationError('invalid_input', `Invalid scope: ${text.slice(0, 100)}`, 'scope');
}

function rangeError(name: string, problem: string): ApiError {
  return validationError('invalid_input', `Invalid date range: ${name} ${problem}`, name);
}
