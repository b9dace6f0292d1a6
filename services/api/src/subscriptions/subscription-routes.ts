import { randomUUID } from 'node:crypto';
import type { SubscriptionTarget } from '@tidemark/contracts';
import {
  pageOf,
  subscriptionCreateSchema,
  subscriptionSchema,
  subscriptionTargets,
  subscriptionUpdateSchema,
} from '@tidemark/contracts';
import { recipientsOf } from '@tidemark/domain';
import { countParameter, validationError } from '@tidemark/platform';
import type {
  NewSubscriptionDelivery,
  Project,
  Subscription,
  SubscriptionOrder,
  SubscriptionQuery,
} from '@tidemark/postgres';
import { subscriptionOrders } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import {
  booleanParameter,
  choiceParameter,
  isTrue,
  numberParameter,
  pageParameters,
  parameter,
} from '../query-parameters';
import { found, peopleOf } from '../resource';
import { unsupportedDestroyRoute, updateRoutes } from '../resource-routes';
import { isUuid } from '../uuid';
import type { SubscriptionDeps } from './deps';
import { DETAIL, LIST, READ, subscriptionParams as params, WRITE } from './deps';
import { subscriptionBody } from './subscription-body';
import type { FieldsAfter } from './subscription-fields';
import { subscriptionFields } from './subscription-fields';

/** The maximum number of subscriptions; each causes up to six queries a day. */
const MAX_SUBSCRIPTIONS = 500;
const RESOURCES = ['insight', 'dashboard'] as const;

const listQuery = z.object({
  ...pageParameters,
  insight: numberParameter('Only alerts of this insight.'),
  dashboard: numberParameter('Only subscriptions to this dashboard.'),
  deleted: booleanParameter('Only deleted subscriptions; without it, only others.'),
  resource_type: choiceParameter('Only subscriptions to these.', RESOURCES),
  target_type: choiceParameter('Only subscriptions with this channel.', subscriptionTargets),
  created_by: parameter('Only subscriptions that the user with this uuid created.'),
  search: parameter('Part of the title, or of the name of the insight or dashboard.'),
  ordering: choiceParameter(
    'The order. Default: `-created_at`.',
    subscriptionOrders.flatMap((order) => [order, `-${order}`]),
  ),
});

/** Subscriptions to insights and dashboards, under the paths and names of PostHog. */
export function createSubscriptionRoutes(deps: SubscriptionDeps): readonly ProjectRoute[] {
  const { subscriptions } = deps;
  return [
    projectRoute({
      name: 'subscriptions_list',
      summary: 'List subscriptions to insights and dashboards',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(subscriptionSchema),
      async handle({ caller: { project }, url }) {
        const page = defaultPage(url);
        const listed = await subscriptions.list(project.id, {
          ...conditions(url.searchParams),
          page,
        });
        const bodies = await shown(deps, project.id, listed.rows);
        return pageBody(url, page, { ...listed, rows: bodies }, (body) => body);
      },
    }),
    projectRoute({
      name: 'subscriptions_create',
      summary: 'Subscribe to an insight or a dashboard',
      description:
        'The first message is sent at once, later ones on the schedule, in the time zone of the project.',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: subscriptionCreateSchema,
      response: subscriptionSchema,
      async handle({ caller, body }) {
        const { project } = caller;
        const fields = await subscriptionFields(deps, project, body, null);
        if ((await subscriptions.count(project.id)) >= MAX_SUBSCRIPTIONS) {
          const detail = `The project has ${MAX_SUBSCRIPTIONS} subscriptions already.`;
          throw validationError('invalid_input', detail, 'subscription');
        }
        const first = deliveryOfChange(null, fields, body.invite_message ?? null);
        return one(deps, project, await subscriptions.create(inProject(caller), fields, first));
      },
    }),
    projectRoute({
      name: 'subscriptions_retrieve',
      summary: 'Read a subscription',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: subscriptionSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        one(deps, project, await subscriptions.findById(project.id, id)),
    }),
    ...updateRoutes('subscriptions', {
      summary: 'Change, pause or delete a subscription',
      description: 'New recipients and a new target receive a message at once.',
      path: DETAIL,
      access: WRITE,
      params,
      body: subscriptionUpdateSchema,
      response: subscriptionSchema,
      async handle({ caller, params: { id }, body }) {
        const { project } = caller;
        const before = found(await subscriptions.findById(project.id, id));
        const fields = await subscriptionFields(deps, project, body, before);
        const first = deliveryOfChange(before, fields, body.invite_message ?? null);
        return one(deps, project, await subscriptions.update(inProject(caller), id, fields, first));
      },
    }),
    unsupportedDestroyRoute('subscriptions', {
      summary: 'Not supported: set deleted instead',
      path: DETAIL,
      access: WRITE,
    }),
  ];
}

/** The message to new recipients and to a new target; null if there are none. */
function deliveryOfChange(
  before: Subscription | null,
  after: FieldsAfter,
  inviteMessage: string | null,
): NewSubscriptionDelivery | null {
  if (!after.enabled || after.deleted) return null;
  const delivery = {
    key: `target_change:${randomUUID()}`,
    trigger: 'target_change',
    scheduledAt: null,
    inviteMessage: inviteMessage === '' ? null : inviteMessage,
  } as const;
  if (after.targetType === 'email') {
    const old = before?.targetType === 'email' ? recipientsOf(before.targetValue) : [];
    const known = new Set(old.map((address) => address.toLowerCase()));
    const recipients = recipientsOf(after.targetValue).filter(
      (address) => !known.has(address.toLowerCase()),
    );
    return recipients.length === 0 ? null : { ...delivery, recipients };
  }
  const isSame =
    before !== null &&
    before.targetType === after.targetType &&
    before.targetValue === after.targetValue &&
    before.sealedTarget === after.sealedTarget;
  return isSame ? null : { ...delivery, recipients: [] };
}

/** @throws ApiError 400 */
function conditions(search: URLSearchParams): Omit<SubscriptionQuery, 'page'> {
  const insightId = countParameter(search.get('insight'));
  const dashboardId = countParameter(search.get('dashboard'));
  const choice = <T extends string>(name: string, choices: readonly T[]): T | undefined => {
    const text = search.get(name) ?? '';
    if (text === '') return undefined;
    const chosen = choices.find((one) => one === text);
    if (chosen !== undefined) return chosen;
    throw validationError('invalid_input', `Must be one of: ${choices.join(', ')}.`, name);
  };
  const resourceType = choice('resource_type', RESOURCES);
  const targetType = choice<SubscriptionTarget>('target_type', subscriptionTargets);
  const createdBy = search.get('created_by') ?? '';
  if (createdBy !== '' && !isUuid(createdBy)) {
    throw validationError('invalid_input', 'Not a valid UUID.', 'created_by');
  }
  const text = (search.get('search') ?? '').replaceAll('\0', '').trim();
  return {
    deleted: isTrue(search.get('deleted')),
    ...orderOf(search.get('ordering') ?? ''),
    ...(insightId !== null && { insightId }),
    ...(dashboardId !== null && { dashboardId }),
    ...(resourceType !== undefined && { resourceType }),
    ...(targetType !== undefined && { targetType }),
    ...(createdBy !== '' && { createdBy }),
    ...(text !== '' && { search: text }),
  };
}

/** An unknown order is the default, as in Django. */
function orderOf(text: string): {
  readonly order: SubscriptionOrder;
  readonly descending: boolean;
} {
  const order = subscriptionOrders.find((known) => known === text.replace(/^-/, ''));
  if (order === undefined) return { order: 'created_at', descending: true };
  return { order, descending: text.startsWith('-') };
}

async function one(deps: SubscriptionDeps, { id }: Project, subscription: Subscription | null) {
  const [body] = await shown(deps, id, [found(subscription)]);
  return found(body);
}

async function shown(
  { insights, dashboards, users }: SubscriptionDeps,
  projectId: number,
  rows: readonly Subscription[],
) {
  const insightIds = [...new Set(rows.flatMap(({ insightId }) => insightId ?? []))];
  const dashboardIds = [...new Set(rows.flatMap(({ dashboardId }) => dashboardId ?? []))];
  const [foundInsights, foundDashboards, people] = await Promise.all([
    Promise.all(insightIds.map((id) => insights.find(projectId, { id }))),
    dashboards.findMany(projectId, dashboardIds),
    peopleOf(users, rows, ({ createdById }) => [createdById]),
  ]);
  const known = foundInsights.filter((insight) => insight !== null);
  const context = {
    insights: new Map(known.map((insight) => [insight.id, insight])),
    dashboards: new Map(foundDashboards.map((dashboard) => [dashboard.id, dashboard])),
    people,
  };
  return rows.map((row) => subscriptionBody(row, context));
}
