import type { SubscriptionClaim } from '@tidemark/postgres';
import { failed } from '../sending/send-result';
import type { SubscriptionSendDeps } from './send-subscriptions';
import { sendSubscriptions } from './send-subscriptions';

const REPORT = {
  resource: { type: 'insight', name: 'Orders', path: '/insights/a' },
  insights: [],
  total_insight_count: 1,
} as const;

/** A claim of an e-mail to one address. */
const claimOf = (id: string): SubscriptionClaim =>
  ({
    token: id,
    delivery: {
      ...{ id, projectId: 1, content: REPORT, targetType: 'email', trigger: 'scheduled' },
      ...{ recipients: [`${id}@example.com`], recipientResults: [], attempts: 1 },
      ...{ scheduledAt: null, inviteMessage: null, createdAt: new Date(0) },
    },
    subscription: {
      ...{ id: 1, projectId: 1, title: '', deleted: false, targetType: 'email' },
      ...{ targetValue: `${id}@example.com`, frequency: 'daily', interval: 1 },
      ...{ byweekday: null, bysetpos: null },
    },
  }) as unknown as SubscriptionClaim;

it('sends other messages while a receiver does not respond', async () => {
  const finished: string[] = [];
  let respond: () => void = () => undefined;
  const silent = new Promise<void>((resolve) => (respond = resolve));
  const ids = ['silent', 'second', 'third'];
  const deps = {
    subscriptions: {
      listWaiting: () => Promise.resolve(ids.map((deliveryId) => ({ projectId: 1, deliveryId }))),
      claim: ({ deliveryId }: { deliveryId: string }) => Promise.resolve(claimOf(deliveryId)),
      charts: () => Promise.resolve([]),
      record: () => Promise.resolve(true),
      finish: ({ delivery }: SubscriptionClaim) => {
        finished.push(delivery.id);
        return Promise.resolve(true);
      },
    },
    targets: { project: () => Promise.resolve({ id: 1, name: 'Shop', personDisplayNames: null }) },
    mail: {
      send: async ({ to }: { to: string }) => {
        if (to.startsWith('silent')) await silent;
        return { ...failed(''), isSuccess: true, error: null };
      },
      close: () => undefined,
    },
    subscriptionMetrics: { count: () => undefined },
    ...{ links: null, siteUrl: null, secrets: null, timeoutMs: 1_000, firstRetryMs: 1 },
    ...{ maxAgeMs: 1_000, now: () => new Date(0), random: () => 0 },
    stopping: new AbortController().signal,
  } as unknown as SubscriptionSendDeps;
  const sweep = sendSubscriptions(deps);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  expect(finished).toEqual(['second', 'third']);
  respond();
  await sweep;
  expect(finished).toEqual(['second', 'third', 'silent']);
});
