import type { ClickHouse } from '@tidemark/clickhouse';
import { EXPORT_SETTINGS, personEventRows } from '@tidemark/clickhouse';
import { notFound, StreamedResponse } from '@tidemark/platform';
import type { CohortPersons, Project } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { personBody } from './person-body';
import { personIdOf } from './person-id';

const params = z.object({ id: z.string().max(400) });

export interface PersonDataDeps {
  readonly clickhouse: Pick<ClickHouse, 'stream'>;
  readonly cohortPersons: CohortPersons;
}

/**
 * Everything that a project stores about one person as one document, for requests under privacy law: the person with
 * its distinct ids and properties, and every event of any of these ids. PostHog has no such route.
 */
export function createPersonDataRoutes(deps: PersonDataDeps): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'persons_data_retrieve',
      summary: 'Download everything that is stored about a person',
      method: 'GET',
      path: '/persons/:id/data/',
      access: { scope: 'person:read' },
      params,
      rejections: [404],
      streams: ['application/json'],
      async handle({ caller: { project }, params, signal }) {
        const id = personIdOf(params.id);
        const [person] = await deps.cohortPersons.findPersons(project.id, [id]);
        if (person === undefined) throw notFound();
        const body = personBody(person, project);
        return new StreamedResponse('application/json', document(deps, project, body, signal), {
          'Content-Disposition': `attachment; filename="person-${id}.json"`,
        });
      },
    }),
  ];
}

/** JSON, one event a line. */
async function* document(
  { clickhouse }: PersonDataDeps,
  project: Project,
  person: ReturnType<typeof personBody>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `{"person":${JSON.stringify(person)},"events":[`;
  const rows = await clickhouse.stream({
    ...personEventRows(project.id, person.distinct_ids),
    settings: EXPORT_SETTINGS,
    signal,
  });
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let isFirst = true;
  for await (const chunk of rows) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      yield `${isFirst ? '' : ','}\n${line}`;
      isFirst = false;
    }
  }
  rest += decoder.decode();
  if (rest !== '') yield `${isFirst ? '' : ','}\n${rest}`;
  yield '\n]}\n';
}
