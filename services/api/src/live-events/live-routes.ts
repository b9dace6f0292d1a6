import { validationError } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { serverRoute } from '../auth/routes';
import { eventListQuery } from '../events/event-list-query';
import { numberParameter, parameter } from '../query-parameters';
import type { LiveEvents } from './live-events';
import { liveStream } from './live-stream';
import { createViewer } from './viewer';

/** Parameters of the list that a stream cannot have: it begins now, in its own order. */
const OF_THE_LIST = ['after', 'before', 'limit', 'offset', 'orderBy', 'select', 'include_person'];

const query = z.object({
  event: parameter('Only events of this name.'),
  distinct_id: parameter('Only events of this distinct id.'),
  person_id: parameter('Only events of this person.'),
  action_id: numberParameter('Only events that this action matches.'),
  properties: parameter('JSON: property filters, as in the list.'),
  where: parameter('A JSON list of HogQL conditions. All of them must be true.'),
});

/** Events as they come in (docs/decisions/0197). */
export function createLiveEventRoutes(deps: {
  readonly live: LiveEvents;
  readonly now: () => Date;
}): readonly ProjectRoute[] {
  return [
    serverRoute({
      name: 'events_live_retrieve',
      summary: 'Stream events as they are stored',
      description:
        'Server-sent events, an addition of Tidemark: `event` with an event as the list shows it, `skipped` with the `count` of events that were not sent (at most about 200 per second are sent). ' +
        'A stream ends after five minutes. A client that reconnects with `Last-Event-ID` receives the events of the last five minutes that it missed; an event can then be sent twice. Events older than a day are not shown.',
      method: 'GET',
      path: '/events/live/',
      access: { scope: 'query:read', queryRate: 'look' },
      query,
      streams: ['text/event-stream'],
      async handle({ caller: { project }, url: { searchParams }, header, signal }) {
        const unknown = OF_THE_LIST.find((name) => searchParams.has(name));
        if (unknown !== undefined) {
          throw validationError('invalid_input', 'A live stream has no such parameter.', unknown);
        }
        const { actionId, filters } = eventListQuery(searchParams, { ...project, now: deps.now() });
        const viewer = createViewer(signal);
        const lastId = header('last-event-id')?.trim() || null;
        const filter = { actionId, filters };
        const leave = await deps.live.join(viewer, { project, filter, lastId });
        // Also if the client disconnected before the stream began.
        signal.addEventListener('abort', leave, { once: true });
        if (signal.aborted) leave();
        return liveStream(viewer, leave);
      },
    }),
  ];
}
