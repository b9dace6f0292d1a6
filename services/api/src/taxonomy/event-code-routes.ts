import { createHash } from 'node:crypto';
import { eventCodeSchema } from '@tidemark/contracts';
import type { EventDefinitionRepository } from '@tidemark/postgres';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { EventCodeLanguage } from './event-code';
import { golang, python, typescript } from './event-code';

/** Events of SDKs that programs also capture themselves. */
const SDK_EVENTS = ['$pageview', '$pageleave', '$screen'];
const LIMITS = { sdkEvents: SDK_EVENTS, maxEvents: 2000, maxProperties: 200 };

/** The events of a project as code (`docs/wire/management.md#event-code`). */
export function createEventCodeRoutes({
  definitions,
}: {
  readonly definitions: Pick<EventDefinitionRepository, 'shapes'>;
}): readonly ProjectRoute[] {
  const route = (path: string, language: EventCodeLanguage): ProjectRoute =>
    projectRoute({
      name: `event_definitions_${path}_retrieve`,
      summary: `Write the events of a project as ${language.name} code`,
      method: 'GET',
      path: `/event_definitions/${path}/`,
      access: { scope: 'event_definition:read' },
      response: eventCodeSchema,
      async handle({ caller: { project } }) {
        const events = await definitions.shapes(project.id, LIMITS);
        const { name, version } = language;
        const hashed = JSON.stringify([name, version, events]);
        return {
          content: language.generate(events),
          event_count: events.length,
          schema_hash: createHash('sha256').update(hashed).digest('hex').slice(0, 32),
          generator_version: version,
        };
      },
    });
  return [route('golang', golang), route('python', python), route('typescript', typescript)];
}
