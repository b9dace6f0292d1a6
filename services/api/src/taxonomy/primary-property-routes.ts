import { primaryPropertiesSchema } from '@tidemark/contracts';
import type { EventDefinitionRepository } from '@tidemark/postgres';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { parameter } from '../query-parameters';

/** The primary properties of all events (`docs/wire/management.md#primary-properties`). */
export function createPrimaryPropertyRoutes({
  definitions,
}: {
  readonly definitions: Pick<EventDefinitionRepository, 'primaryProperties'>;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'event_definitions_primary_properties_retrieve',
      summary: 'Read the primary properties of events',
      method: 'GET',
      path: '/event_definitions/primary_properties/',
      access: { scope: 'event_definition:read' },
      query: z.object({
        names: parameter('Name of an event. May be repeated. Default: all that have one.'),
      }),
      response: primaryPropertiesSchema,
      async handle({ caller: { project }, url: { searchParams } }) {
        const names = searchParams.getAll('names').filter((name) => name !== '');
        const found = await definitions.primaryProperties(project.id, names);
        return { primary_properties: Object.fromEntries(found) };
      },
    }),
  ];
}
