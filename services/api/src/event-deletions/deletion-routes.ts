import { requireScope } from '@tidemark/access';
import {
  eventDeletionConfirmSchema,
  eventDeletionCreateSchema,
  eventDeletionPreviewSchema,
  eventDeletionSchema,
  pageOf,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type { EventDeletionRepository } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { pageQuery } from '../query-parameters';
import { found } from '../resource';
import { isUuid } from '../uuid';
import { deletionBody } from './deletion-body';
import { previewSelection } from './preview';

const LIST = '/event_deletions/';
const DETAIL = '/event_deletions/:id/';
const READ = { scope: 'event_deletion:read' } as const;
const WRITE = { scope: 'event_deletion:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });

export interface EventDeletionRouteDeps {
  readonly eventDeletions: EventDeletionRepository;
  readonly engine: QueryEngine;
  readonly now: () => Date;
}

/**
 * Routes for deleting events by filter (`docs/event-deletions.md`): a draft is a preview, and nothing is deleted before
 * somebody confirms its count. PostHog has no such routes.
 */
export function createEventDeletionRoutes(deps: EventDeletionRouteDeps): readonly ProjectRoute[] {
  const { eventDeletions: deletions, now } = deps;
  return [
    projectRoute({
      name: 'event_deletions_list',
      summary: 'List deletions of events, newest first',
      method: 'GET',
      path: LIST,
      access: READ,
      query: pageQuery,
      response: pageOf(eventDeletionSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const page = await deletions.list(project.id, request);
        return pageBody(url, request, page, (deletion) => deletionBody(deletion, now()));
      },
    }),
    projectRoute({
      name: 'event_deletions_create',
      summary: 'Preview a deletion of events: count and samples. Nothing is deleted yet',
      method: 'POST',
      path: LIST,
      access: { ...WRITE, queryRate: 'run' },
      status: 201,
      body: eventDeletionCreateSchema,
      response: eventDeletionPreviewSchema,
      async handle({ caller, body, signal }) {
        // Samples quote events.
        requireScope(caller, 'query:read');
        const { events, date_from: dateFrom, date_to: dateTo, properties, condition } = body;
        const selection = { events, dateFrom, dateTo, properties, condition };
        const storedUntil = now();
        const { samples, ...totals } = await previewSelection(
          deps,
          caller,
          selection,
          storedUntil,
          signal,
        );
        const draft = { ...selection, ...totals, storedUntil };
        const deletion = await deletions.createDraft(inProject(caller), draft);
        return { ...deletionBody(deletion, now()), samples };
      },
    }),
    projectRoute({
      name: 'event_deletions_retrieve',
      summary: 'Read a deletion of events and its progress',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: eventDeletionSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        deletionBody(found(await deletions.findById(project.id, id)), now()),
    }),
    projectRoute({
      name: 'event_deletions_confirm_create',
      summary: 'Confirm a preview by its count: a query-worker deletes the events',
      method: 'POST',
      path: `${DETAIL}confirm/`,
      access: WRITE,
      params,
      body: eventDeletionConfirmSchema,
      response: eventDeletionSchema,
      async handle({ caller, params: { id }, body: { count } }) {
        const draft = found(await deletions.findById(caller.project.id, id));
        const { status } = deletionBody(draft, now());
        if (status !== 'draft') {
          throw validationError(
            'invalid_input',
            `A deletion that is ${status} cannot be confirmed.`,
          );
        }
        if (count !== draft.count) {
          const message = `The preview counted ${draft.count} events. Confirm this number.`;
          throw validationError('invalid_input', message, 'count');
        }
        const queued = await deletions.confirm(inProject(caller), id, now());
        if (queued !== null) return deletionBody(queued, now());
        throw validationError(
          'invalid_input',
          'Another deletion of this project has not ended, or this one was changed meanwhile.',
        );
      },
    }),
    projectRoute({
      name: 'event_deletions_cancel_create',
      summary: 'Cancel a deletion of events. Events that are already deleted are not restored',
      method: 'POST',
      path: `${DETAIL}cancel/`,
      access: WRITE,
      params,
      response: eventDeletionSchema,
      async handle({ caller, params: { id } }) {
        const before = found(await deletions.findById(caller.project.id, id));
        const cancelled = await deletions.cancel(inProject(caller), id);
        if (cancelled !== null) return deletionBody(cancelled, now());
        throw validationError(
          'invalid_input',
          `A deletion that is ${deletionBody(before, now()).status} cannot be cancelled.`,
        );
      },
    }),
  ];
}
