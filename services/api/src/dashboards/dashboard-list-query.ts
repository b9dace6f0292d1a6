import type { DashboardListQuery } from '@tidemark/postgres';
import { z } from 'zod';
import { isTrue } from '../query-parameters';
import { booleanParameter, choiceParameter, pageParameters, parameter } from '../query-parameters';
import { nameList } from '../query-parameters';

/** How the names of dashboards begin that were made for a flag. */
export const GENERATED = 'Generated Dashboard: ';

/** The list's query string as the API's description reports it. */
export const dashboardListParameters = z.object({
  ...pageParameters,
  search: parameter('Part of the name, the description or a tag, case-insensitive.'),
  pinned: booleanParameter('Only pinned ones, or only others.'),
  tags: parameter(
    'A tag, or a JSON list of tags. May be repeated. Only dashboards with at least one of the tags are listed.',
  ),
  creation_mode: choiceParameter('How the dashboard was created.', [
    'default',
    'template',
    'duplicate',
  ]),
  exclude_generated: booleanParameter('Excludes dashboards that were created for a flag.'),
});

export function dashboardListQuery(parameters: URLSearchParams): Omit<DashboardListQuery, 'page'> {
  const search = parameters.get('search') ?? '';
  const mode = parameters.get('creation_mode') ?? '';
  const tags = parameters.getAll('tags').flatMap((text) => nameList(text) ?? []);
  return {
    ...(search !== '' && { search: storable(search) }),
    ...(parameters.has('pinned') && { pinned: isTrue(parameters.get('pinned')) }),
    ...(tags.length > 0 && { tags: tags.map(storable) }),
    ...(mode !== '' && { creationMode: storable(mode) }),
    ...(parameters.get('exclude_generated') === 'true' && { exceptPrefix: GENERATED }),
  };
}

/** Postgres rejects NUL in any text; nothing stored has one. */
function storable(text: string): string {
  return text.replaceAll('\0', '\u{FFFD}');
}
