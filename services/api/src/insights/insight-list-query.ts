import { insightTypes } from '@tidemark/contracts';
import { DATE_FORMS, resolveTimestamp } from '@tidemark/hogql';
import { countParameter, validationError } from '@tidemark/platform';
import type { InsightListQuery, Project } from '@tidemark/postgres';
import { INSIGHT_ORDER_FIELDS } from '@tidemark/postgres';
import { kindOfInsightType } from '@tidemark/query-engine';
import { z } from 'zod';
import { booleanParameter, choiceParameter, pageParameters, parameter } from '../query-parameters';
import { isTrue } from '../query-parameters';
import { nameList } from '../query-parameters';

const MAX_ID = 2_147_483_647;

/** The list's query string as the API's description reports it. */
export const insightListParameters = z.object({
  ...pageParameters,
  saved: booleanParameter('Only saved insights, or only unsaved ones.'),
  favorited: booleanParameter('Only favourites, for any value of the parameter.'),
  search: parameter('Part of the name or description, case-insensitive.'),
  short_id: parameter('Only the insight of this short id.'),
  tags: parameter(
    'Tags, as JSON or separated by commas. Only insights with at least one of them are listed.',
  ),
  created_by: parameter('Ids of users, as JSON or separated by commas.'),
  user: parameter('Only your own insights, for any value of the parameter.'),
  date_from: parameter('Changed since: ISO 8601 or relative.'),
  date_to: parameter('Changed until: ISO 8601 or relative.'),
  feature_flag: parameter('Only insights whose query uses this flag.'),
  insight: choiceParameter('Only this kind of query.', [...insightTypes, 'JSON']),
  dashboards: parameter(
    'Ids of dashboards, as JSON or separated by commas. Only insights on all of them are listed.',
  ),
  order: parameter('A field. A `-` before it reverses the order.'),
});

/**
 * The list's query string. An invalid value is an error: if it were ignored, the list would be wrong.
 *
 * @throws ApiError 400
 */
export function insightListQuery(
  parameters: URLSearchParams,
  caller: { readonly project: Project; readonly userId: number; readonly now: Date },
): Omit<InsightListQuery, 'page'> {
  const value = (name: string): string | undefined => parameters.get(name) || undefined;
  const search = value('search');
  const shortId = value('short_id');
  const tags = nameList(parameters.get('tags'));
  const createdByIds = creatorsOf(parameters, caller.userId);
  const dashboardIds = idsOf('dashboards', parameters);
  const modifiedAfter = timestampOf('date_from', parameters, caller);
  const modifiedBefore = timestampOf('date_to', parameters, caller);
  if (modifiedAfter && modifiedBefore && modifiedAfter > modifiedBefore) {
    throw validationError('invalid_input', 'date_from must be before date_to', 'date_from');
  }
  const flag = value('feature_flag');
  return {
    ...(parameters.has('saved') && { saved: isTrue(parameters.get('saved')) }),
    // The presence of the parameter is enough, as in PostHog.
    ...(parameters.has('favorited') && { favorited: true }),
    ...(search !== undefined && { search: storable(search) }),
    ...(shortId !== undefined && { shortId: storable(shortId) }),
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...(createdByIds !== null && { createdByIds }),
    ...(modifiedAfter !== null && { modifiedAfter }),
    ...(modifiedBefore !== null && { modifiedBefore }),
    ...(flag !== undefined && { queryPart: `$feature/${storable(flag)}` }),
    ...kindsOf(value('insight')),
    ...(dashboardIds !== null && { dashboardIds }),
    order: orderOf(value('order') ?? 'order'),
  };
}

function orderOf(text: string): InsightListQuery['order'] {
  const field = INSIGHT_ORDER_FIELDS.find((name) => name === text.replace(/^-/, ''));
  if (field !== undefined) return { field, descending: text.startsWith('-') };
  throw validationError('invalid_input', `Cannot order by "${text.slice(0, 100)}".`, 'order');
}

function creatorsOf(parameters: URLSearchParams, me: number): readonly number[] | null {
  const asked = idsOf('created_by', parameters);
  if (!parameters.has('user')) return asked;
  return asked === null ? [me] : asked.filter((id) => id === me);
}

/**
 * Null if the parameter is absent.
 * @throws ApiError 400 for an invalid id
 */
function idsOf(name: string, parameters: URLSearchParams): readonly number[] | null {
  const text = (parameters.get(name) ?? '').replace(/[[\]\s]/g, '');
  if (text === '') return null;
  const ids = (nameList(text) ?? []).map((id) => countParameter(id));
  if (ids.some((id) => id === null || id > MAX_ID)) {
    throw validationError('invalid_input', 'A valid integer is required.', name);
  }
  return ids.filter((id) => id !== null);
}

function timestampOf(
  name: string,
  parameters: URLSearchParams,
  { project, now }: { readonly project: Project; readonly now: Date },
): Date | null {
  const text = parameters.get(name) ?? '';
  if (text === '' || text === 'all') return null;
  const timestamp = resolveTimestamp(text, {
    now,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay,
  });
  if (timestamp !== null) return timestamp;
  throw validationError(
    'invalid_input',
    `"${text.slice(0, 50)}" is not a date: ${DATE_FORMS}.`,
    name,
  );
}

function kindsOf(type: string | undefined): Pick<InsightListQuery, 'kinds' | 'exceptKinds'> {
  if (type === undefined) return {};
  if (type === 'JSON') return { exceptKinds: insightTypes.map(kindOfInsightType) };
  const listed = insightTypes.find((known) => known === type);
  return { kinds: listed === undefined ? [] : [kindOfInsightType(listed)] };
}

/** Postgres rejects NUL in any text; nothing stored has one. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u{FFFD}');
}
