import { countParameter, pageLinks, validationError } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import type { KindedQuery } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import { cohortPersonBody } from '../cohorts/cohort-person-body';
import { defaultPage } from '../page-query';
import { parseQuery } from '../query/parse-query';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';
import type { PersonRouteDeps } from './deps';

/** Of one page; a client that wants more follows `next`. */
const MAX_LIMIT = 10_000;

/**
 * Persons, the newest first (`wire/actions.md` §5). Filters run in ClickHouse; what is shown is Postgres's,
 * so a person that was just deleted is left out.
 *
 * @throws ApiError 400
 */
export async function listPersons(
  deps: Pick<PersonRouteDeps, 'engine' | 'persons' | 'editor'>,
  project: Project,
  url: URL,
  signal: AbortSignal,
) {
  const parameters = url.searchParams;
  const asked = defaultPage(url);
  const page = { ...asked, limit: Math.min(asked.limit, MAX_LIMIT) };
  const distinctId = parameters.get('distinct_id') ?? '';
  const filters = {
    search: parameters.get('search') ?? '',
    properties: [...propertiesOf(parameters.get('properties')), ...emailOf(parameters)],
  };
  const hasTotal = isTrue(parameters.get('include_total'));
  if (distinctId !== '') {
    const found = [...(await deps.editor.findIds(project.id, [distinctId])).values()];
    const isFiltered = filters.search !== '' || filters.properties.length > 0;
    if (!isFiltered || found.length === 0) {
      const persons = await deps.persons.findPersons(project.id, found);
      const results = persons.map((one) => cohortPersonBody(one, project));
      const count = results.length;
      return { next: null, previous: null, results, ...(hasTotal && { count }) };
    }
    filters.properties.push({ type: 'hogql', key: `id = toUUID('${found.join()}')` });
  }
  const ask = async (query: KindedQuery, maxRows: number) => {
    const request = {
      project: queryProject(project),
      query,
      queryId: v7().replaceAll('-', ''),
      maxRows,
    };
    try {
      return rowsOf(await deps.engine.run(request, 'force_blocking', signal));
    } catch (error) {
      throw toWireError(error, '');
    }
  };
  const order = ['created_at DESC', 'id ASC'];
  const actors = { kind: 'ActorsQuery' as const, ...filters };
  const rows = await ask(
    parseQuery({ query: { ...actors, select: ['id'], orderBy: order, ...page } }),
    page.limit,
  );
  const ids = rows.map(([id]) => String(id));
  const persons = await deps.persons.findPersons(project.id, ids);
  const isFull = ids.length >= page.limit;
  const links = pageLinks(url, page, page.offset + ids.length + (isFull ? 1 : 0));
  const results = persons.map((one) => cohortPersonBody(one, project));
  if (!hasTotal) return { ...links, results };
  const counted = await ask(parseQuery({ query: { ...actors, select: ['count()'] } }), 1);
  return { ...links, results, count: countParameter(String(counted[0]?.[0])) ?? 0 };
}

/** `true`, `1` and the like, as query strings say it. */
export function isTrue(text: string | null): boolean {
  return text !== null && ['1', 'true', 'yes', 'on'].includes(text.toLowerCase());
}

function emailOf(parameters: URLSearchParams): readonly object[] {
  const email = parameters.get('email') ?? '';
  if (email === '') return [];
  return [{ type: 'person', key: 'email', operator: 'exact', value: email }];
}

function propertiesOf(text: string | null): readonly unknown[] {
  if (text === null || text === '') return [];
  const refuse = (): Error =>
    validationError('invalid_input', 'Properties are unparsable!', 'properties');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refuse();
  }
  if (!Array.isArray(parsed)) throw refuse();
  return (parsed as unknown[]).map((filter) => {
    if (typeof filter !== 'object' || filter === null) throw refuse();
    return { type: 'person', ...filter };
  });
}
