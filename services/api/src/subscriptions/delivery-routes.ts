import { randomUUID } from 'node:crypto';
import { pageOf, subscriptionDeliverySchema, subscriptionStatuses } from '@tidemark/contracts';
import { recipientsOf } from '@tidemark/domain';
import { ApiError, notFound, validationError } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { defaultPage, pageBody } from '../page-query';
import { choiceParameter, pageParameters } from '../query-parameters';
import { found } from '../resource';
import type { SubscriptionDeps } from './deps';
import { DETAIL, READ, subscriptionParams, WRITE } from './deps';
import { subscriptionDeliveryBody } from './subscription-body';

const deliveryParams = subscriptionParams.extend({ delivery_id: z.uuid() });
const DELIVERIES = `${DETAIL}deliveries/`;

const listQuery = z.object({
  ...pageParameters,
  status: choiceParameter('Only deliveries with this status.', subscriptionStatuses),
});

/** Routes that list the deliveries of a subscription, send a test and repeat a failed delivery. */
export function createSubscriptionDeliveryRoutes(deps: SubscriptionDeps): readonly ProjectRoute[] {
  const { subscriptionLog: log } = deps;
  const subscriptionOf = async (projectId: number, id: number) =>
    found(await deps.subscriptions.findById(projectId, id));
  return [
    projectRoute({
      name: 'subscriptions_test_delivery_create',
      summary: 'Send a message of a subscription now',
      method: 'POST',
      path: `${DETAIL}test-delivery/`,
      access: WRITE,
      params: subscriptionParams,
      status: 202,
      rejections: [409],
      async handle({ caller: { project }, params: { id } }) {
        const subscription = await subscriptionOf(project.id, id);
        if (subscription.deleted) throw notFound();
        if (!subscription.enabled) {
          throw conflict('Subscription is disabled. Re-enable it before sending a test delivery.');
        }
        const { targetType, targetValue } = subscription;
        const started = await log.startManually(subscription, {
          key: `manual:${randomUUID()}`,
          trigger: 'manual',
          scheduledAt: null,
          recipients: targetType === 'email' ? recipientsOf(targetValue) : [],
          inviteMessage: null,
        });
        if (!started) throw conflict('Delivery already in progress');
      },
    }),
    projectRoute({
      name: 'subscriptions_deliveries_list',
      summary: 'List deliveries of a subscription',
      method: 'GET',
      path: DELIVERIES,
      access: READ,
      params: subscriptionParams,
      query: listQuery,
      response: pageOf(subscriptionDeliverySchema),
      async handle({ caller: { project }, params: { id }, url }) {
        await subscriptionOf(project.id, id);
        const page = defaultPage(url);
        const text = url.searchParams.get('status') ?? '';
        const status = subscriptionStatuses.find((known) => known === text);
        if (text !== '' && status === undefined) {
          const detail = `Must be one of: ${subscriptionStatuses.join(', ')}.`;
          throw validationError('invalid_input', detail, 'status');
        }
        const query = { page, ...(status !== undefined && { status }) };
        const listed = await log.list(project.id, id, query);
        return pageBody(url, page, listed, subscriptionDeliveryBody);
      },
    }),
    projectRoute({
      name: 'subscriptions_deliveries_retrieve',
      summary: 'Read a delivery of a subscription',
      method: 'GET',
      path: `${DELIVERIES}:delivery_id/`,
      access: READ,
      params: deliveryParams,
      response: subscriptionDeliverySchema,
      handle: async ({ caller: { project }, params: { id, delivery_id } }) =>
        subscriptionDeliveryBody(found(await log.findById(project.id, id, delivery_id))),
    }),
    projectRoute({
      name: 'subscriptions_deliveries_replay_create',
      summary: 'Send a failed delivery again',
      description:
        'An addition of Tidemark. Recipients that have received it get no second message.',
      method: 'POST',
      path: `${DELIVERIES}:delivery_id/replay/`,
      access: WRITE,
      params: deliveryParams,
      status: 202,
      rejections: [409],
      async handle({ caller: { project }, params: { id, delivery_id } }) {
        found(await log.findById(project.id, id, delivery_id));
        if (await log.replay(project.id, id, delivery_id)) return;
        throw conflict('Only failed deliveries can be sent again.');
      },
    }),
  ];
}

function conflict(detail: string): ApiError {
  return new ApiError(409, 'invalid_request', 'conflict', detail);
}
