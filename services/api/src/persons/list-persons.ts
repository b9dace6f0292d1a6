import { pageLinks } from '@tidemark/platform';
import type { Project } from '@tidemark/postgres';
import { personBody } from './person-body';
import { defaultPage } from '../page-query';
import { isTrue } from '../query-parameters';
import { countActors, findActors } from './actor-ids';
import type { PersonRouteDeps } from './deps';
import { propertiesOf } from './property-parameter';

/** The maximum size of one page; clients follow `next` for more. */
const MAX_LIMIT = 10_000;

/**
 * Persons, the newest first (`docs/wire/management.md#person-list`). Filters run in ClickHouse; what is shown is
 * Postgres's, so a person that was just deleted is left out.
 *
 * @throws ApiError 400
 */
export async function listPersons(
  deps: Pick<PersonRouteDeps, 'engine' | 'cohortPersons' | 'editor'>,
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
      const persons = await deps.cohortPersons.findPersons(project.id, found);
      const results = persons.map((one) => personBody(one, project));
      const count = results.length;
      return { next: null, previous: null, results, ...(hasTotal && { count }) };
    }
    filters.properties.push({ type: 'hogql', key: `id = toUUID('${found.join()}')` });
  }
  const ids = await findActors(deps.engine, project, { ...filters, ...page }, signal);
  const persons = await deps.cohortPersons.findPersons(project.id, ids);
  const isFull = ids.length >= page.limit;
  const links = pageLinks(url, page, page.offset + ids.length + (isFull ? 1 : 0));
  const results = persons.map((one) => personBody(one, project));
  if (!hasTotal) return { ...links, results };
  return { ...links, results, count: await countActors(deps.engine, project, filters, signal) };
}

function emailOf(parameters: URLSearchParams): readonly object[] {
  const email = parameters.get('email') ?? '';
  if (email === '') return [];
  return [{ type: 'person', key: 'email', operator: 'exact', value: email }];
}
