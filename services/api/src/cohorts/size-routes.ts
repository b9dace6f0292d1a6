import { cohortSizeRequestSchema, cohortSizeSchema } from '@tidemark/contracts';
import { cohortStatement, printHogQL } from '@tidemark/hogql';
import type { QueryEngine } from '@tidemark/query-engine';
import { rowsOf } from '@tidemark/query-engine';
import { v7 } from 'uuid';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { toWireError } from '../query/query-error';
import { toCohortFields } from './cohort-fields';
import type { CohortRouteDeps } from './deps';
import { checkReferences } from './references';

/**
 * The number of persons that match unsaved criteria. A Tidemark extension. Before the routes of one cohort, whose id
 * would take the name.
 */
export function createCohortSizeRoutes(
  deps: Pick<CohortRouteDeps, 'cohorts'> & {
    readonly engine: QueryEngine;
    readonly now: () => Date;
  },
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'cohorts_size_create',
      summary: 'Count the persons that criteria match, without saving a cohort',
      method: 'POST',
      path: '/cohorts/size/',
      access: { scope: 'cohort:read' },
      body: cohortSizeRequestSchema,
      response: cohortSizeSchema,
      async handle({ caller: { project }, body: { id = null, filters }, signal }) {
        // The same checks as when it is saved.
        toCohortFields({ filters });
        checkReferences(id, filters, await deps.cohorts.listLive(project.id));
        const { timezone, weekStartDay } = project;
        const text = statementText(filters, { now: deps.now(), timezone });
        const request = {
          project: { id: project.id, timezone, weekStartDay },
          query: {
            kind: 'HogQLQuery' as const,
            query: `select (select count() from (${text})), (select count() from persons)`,
            modifiers: { personsOnEventsMode: 'person_id_override_properties_joined' as const },
          },
          queryId: v7().replaceAll('-', ''),
          maxRows: 1,
        };
        try {
          const [row] = rowsOf(await deps.engine.ask(request, signal));
          const [count, total] = row ?? [];
          return { count: Number(count), total: Number(total) };
        } catch (error) {
          throw toWireError(error, request.query.query);
        }
      },
    }),
  ];
}

function statementText(...[filters, dates]: Parameters<typeof cohortStatement>): string {
  try {
    return printHogQL(cohortStatement(filters, dates));
  } catch (error) {
    // There is no query text from which the error could name tables.
    throw toWireError(error, '');
  }
}
