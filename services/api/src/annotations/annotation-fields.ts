import type { AnnotationWrite } from '@tidemark/contracts';
import { annotationScopes } from '@tidemark/contracts';
import { resolveMoment } from '@tidemark/hogql';
import { validationError } from '@tidemark/platform';
import type {
  AnnotationFields,
  AnnotationListQuery,
  AnnotationReader,
  Project,
} from '@tidemark/postgres';

/** Whose annotations a project sees. */
export function readerOf({ id, organizationId }: Project): AnnotationReader {
  return { projectId: id, organizationId };
}

/** The list's query string. @throws ApiError 400 for a scope or a date that is none */
export function annotationListQuery(
  parameters: URLSearchParams,
  { timezone }: Project,
  now: Date,
): Omit<AnnotationListQuery, 'page'> {
  const search = parameters.get('search') ?? '';
  const scope = annotationScopes.find((known) => known === parameters.get('scope'));
  if (scope === undefined && (parameters.get('scope') ?? '') !== '') {
    throw validationError('invalid_choice', 'This is no scope of annotations.', 'scope');
  }
  const momentOf = (name: string): Date | undefined => {
    const text = parameters.get(name) ?? '';
    if (text === '') return undefined;
    const moment = resolveMoment(text, { now, timezone });
    if (moment !== null) return moment;
    throw validationError('invalid_input', `"${text.slice(0, 100)}" is not a date.`, name);
  };
  const [after, before] = [momentOf('date_from'), momentOf('date_to')];
  return {
    ...(search !== '' && { search: search.replaceAll('\0', '\u{FFFD}') }),
    ...(scope !== undefined && { scope }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
  };
}

/** The fields a body names; what it leaves out stays out. */
export function toAnnotationFields(body: AnnotationWrite): Partial<AnnotationFields> {
  return {
    ...(body.content !== undefined && { content: body.content }),
    ...(body.date_marker !== undefined && { dateMarker: body.date_marker }),
    ...(body.creation_type !== undefined && { creationType: body.creation_type }),
    ...(body.dashboard_item !== undefined && { insightId: body.dashboard_item }),
    ...(body.dashboard_id !== undefined && { dashboardId: body.dashboard_id }),
    ...(body.deleted !== undefined && { deleted: body.deleted }),
    ...(body.scope !== undefined && { scope: body.scope }),
  };
}
