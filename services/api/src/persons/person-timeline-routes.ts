import { propertiesTimelineSchema } from '@tidemark/contracts';
import { notFound } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { parameter } from '../query-parameters';
import type { PersonRouteDeps } from './deps';
import { personIdOf } from './person-id';
import { propertiesTimeline } from './properties-timeline';
import { timelineQuery } from './timeline-query';
import { timelineRange } from './timeline-range';

const timelineParameters = z.object({
  events: parameter('JSON: a list of `{id, properties}`; only these events are used.'),
  actions: parameter('JSON: a list of `{id, properties}`; events that match them are also used.'),
  properties: parameter('JSON: filters. A change of a person property in them adds a point.'),
  breakdown: parameter('A further property whose changes add points.'),
  breakdown_type: parameter('The breakdown is used only if this is `person`.'),
  date_from: parameter('ISO 8601, or relative; default: seven days ago.'),
  date_to: parameter('ISO 8601, or relative; default: today.'),
  interval: parameter('`hour`, `day`, `week` or `month`; default: `day`.'),
  display: parameter('Chart type of the insight; has no effect.'),
});

/** The history of one person's properties. */
export function createPersonTimelineRoutes(
  deps: PersonRouteDeps & { readonly now: () => Date },
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'persons_properties_timeline_retrieve',
      summary: 'Read how the properties of a person changed over time',
      method: 'GET',
      path: '/persons/:id/properties_timeline/',
      access: { scope: 'person:read' },
      params: z.object({ id: z.string().max(400) }),
      query: timelineParameters,
      response: propertiesTimelineSchema,
      async handle({ caller: { project }, params, url: { searchParams }, signal }) {
        const id = personIdOf(params.id);
        const [person] = await deps.cohortPersons.findPersons(project.id, [id]);
        if (person === undefined) throw notFound();
        const clock = { now: deps.now(), timezone: project.timezone };
        const asked = {
          query: timelineQuery(searchParams),
          range: timelineRange(searchParams, clock),
        };
        return propertiesTimeline(deps.engine, project, id, asked, signal);
      },
    }),
  ];
}
