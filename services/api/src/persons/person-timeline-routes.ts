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
  events: parameter('JSON: a list of `{id, properties}`; only these events count.'),
  actions: parameter('JSON: a list of `{id, properties}`; events that they match count, too.'),
  properties: parameter('JSON: filters whose properties of persons make points.'),
  breakdown: parameter('A property that makes points, too.'),
  breakdown_type: parameter('`person`, or the breakdown says nothing.'),
  date_from: parameter('ISO 8601, or relative; seven days ago when absent.'),
  date_to: parameter('ISO 8601, or relative; today when absent.'),
  interval: parameter('`hour`, `day`, `week` or `month`; a day when absent.'),
  display: parameter('How the insight is drawn; without effect.'),
});

/** The history of one person's properties. */
export function createPersonTimelineRoutes(
  deps: PersonRouteDeps & { readonly now: () => Date },
): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'persons_properties_timeline_retrieve',
      summary: 'How the properties of a person changed',
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
