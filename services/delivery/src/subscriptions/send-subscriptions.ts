import type { RecipientResult } from '@tidemark/contracts';
import { recipientsOf } from '@tidemark/domain';
import type { Logger, OutboundGuard, SealedBox, SubscriptionLinks } from '@tidemark/platform';
import { subscriptionTargetContext } from '@tidemark/platform';
import type { DeliveryTargets, SubscriptionClaim, SubscriptionWork } from '@tidemark/postgres';
import type { SubscriptionMessageMetrics } from '../delivery-metrics';
import { sendHttp } from '../sending/send-http';
import type { MailSender } from '../sending/send-mail';
import type { SendResult } from '../sending/send-result';
import { failed } from '../sending/send-result';
import { retryDelayMs } from '../work/back-off';
import { mailMessage } from './mail-message';
import type { SubscriptionMessage } from './message';
import { messageOf } from './message';
import { slackMessage } from './slack-message';
import { webhookMessage } from './webhook-message';

/** The maximum number of messages in one sweep; the next sweep continues. */
const MAX_DUE = 50;
/** The number of messages that are sent at once, so that a receiver that does not respond delays few others. */
const AT_ONCE = 8;
const LEASE_MARGIN_MS = 10_000;

export interface SubscriptionSendDeps {
  readonly subscriptions: SubscriptionWork;
  readonly targets: Pick<DeliveryTargets, 'project'>;
  readonly mail: MailSender;
  readonly guard: OutboundGuard;
  readonly secrets: SealedBox | null;
  readonly links: SubscriptionLinks | null;
  readonly siteUrl: string | null;
  readonly subscriptionMetrics: SubscriptionMessageMetrics;
  readonly logger: Logger;
  readonly timeoutMs: number;
  readonly firstRetryMs: number;
  readonly maxAgeMs: number;
  readonly now: () => Date;
  readonly random: () => number;
  readonly stopping: AbortSignal;
}

/**
 * Sends the composed messages of subscriptions. One process sends a message; if it dies, another one repeats the
 * unrecorded parts under the same ids. Failed messages are tried again after growing pauses until they are too old.
 */
export async function sendSubscriptions(deps: SubscriptionSendDeps): Promise<void> {
  const { subscriptions, now } = deps;
  const lease = { ms: LEASE_MARGIN_MS, perRecipientMs: deps.timeoutMs };
  const queue = [...(await subscriptions.listWaiting('sending', now(), MAX_DUE))];
  const lane = async (): Promise<void> => {
    for (let reference = queue.shift(); reference !== undefined; reference = queue.shift()) {
      if (deps.stopping.aborted) return;
      const claim = await subscriptions.claim(reference, 'sending', now(), lease);
      if (claim !== null) await sendOne(deps, claim);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function sendOne(deps: SubscriptionSendDeps, claim: SubscriptionClaim): Promise<void> {
  const { subscriptions } = deps;
  const { delivery, subscription } = claim;
  const { content } = delivery;
  const skipped = (error: string) =>
    subscriptions.finish(claim, { state: 'skipped', results: delivery.recipientResults, error });
  const project = await deps.targets.project(delivery.projectId);
  if (project === null || content === null) return void (await skipped('The content was removed.'));
  if (subscription.deleted) return void (await skipped('The subscription was deleted.'));
  if (subscription.targetType !== delivery.targetType) {
    return void (await skipped('The subscription was changed to another channel.'));
  }
  const message = messageOf(claim, {
    report: content,
    charts: await subscriptions.charts(delivery.id),
    projectName: project.name,
    site: deps.siteUrl,
    links: deps.links,
  });
  const outcome =
    delivery.targetType === 'email'
      ? await sendMails(deps, claim, message)
      : await sendRequest(deps, claim, message);
  await finish(deps, claim, outcome);
}

/** The outcomes for all recipients, and the last failure. */
interface Outcome {
  readonly results: readonly RecipientResult[];
  readonly failure: SendResult | null;
}

/** Sends the message to subscribed recipients who have not received it yet. */
async function sendMails(
  deps: SubscriptionSendDeps,
  claim: SubscriptionClaim,
  message: SubscriptionMessage,
): Promise<Outcome> {
  const { delivery, subscription } = claim;
  const subscribed = new Set(
    recipientsOf(subscription.targetValue).map((one) => one.toLowerCase()),
  );
  const reached = delivery.recipientResults.filter(({ status }) => status === 'success');
  const results = new Map(reached.map((result) => [result.recipient, result]));
  let failure: SendResult | null = null;
  for (const recipient of delivery.recipients) {
    if (results.has(recipient) || !subscribed.has(recipient.toLowerCase())) continue;
    if (deps.stopping.aborted) {
      failure = failed('The process was stopped.');
      break;
    }
    const result = await deps.mail.send(mailMessage(message, recipient));
    deps.subscriptionMetrics.count('email', result.isSuccess);
    results.set(recipient, resultOf(recipient, result));
    // Another attempt is made as long as one of the failures may be temporary.
    if (!result.isSuccess && (failure === null || failure.isFinal)) failure = result;
    await deps.subscriptions.record(claim, [...results.values()]);
  }
  return { results: [...results.values()], failure };
}

async function sendRequest(
  deps: SubscriptionSendDeps,
  { delivery, subscription }: SubscriptionClaim,
  message: SubscriptionMessage,
): Promise<Outcome> {
  const target = targetOf(deps, subscription);
  const result =
    target === null
      ? failed('The target was encrypted with another key: set it again.', true)
      : await sendHttp(
          delivery.targetType === 'slack'
            ? slackMessage(message, target.url)
            : webhookMessage(message, target, deps.now()),
          deps.guard,
          deps.timeoutMs,
        );
  deps.subscriptionMetrics.count(delivery.targetType, result.isSuccess);
  const results = [resultOf(delivery.targetValue, result)];
  return { results, failure: result.isSuccess ? null : result };
}

/** Returns null if the secrets cannot be decrypted. */
function targetOf(
  { secrets }: SubscriptionSendDeps,
  { projectId, sealedTarget, targetValue }: SubscriptionClaim['subscription'],
): { readonly url: string; readonly secret: string | null } | null {
  if (sealedTarget === null) return { url: targetValue, secret: null };
  if (secrets === null) return null;
  let text: string;
  try {
    text = secrets.open(sealedTarget, subscriptionTargetContext(projectId));
  } catch {
    // The cipher rejects a wrong key only by throwing; the delivery reports it.
    return null;
  }
  const { url, signing_secret } = JSON.parse(text) as { url?: string; signing_secret?: string };
  return { url: url ?? targetValue, secret: signing_secret ?? null };
}

function resultOf(recipient: string, { isSuccess, error }: SendResult): RecipientResult {
  return { recipient, status: isSuccess ? 'success' : 'failed', error };
}

async function finish(
  deps: SubscriptionSendDeps,
  claim: SubscriptionClaim,
  { results, failure }: Outcome,
): Promise<void> {
  const { delivery } = claim;
  if (failure === null) {
    const error = results.length === 0 ? 'Nobody is subscribed any more.' : null;
    const state = results.length === 0 ? 'skipped' : 'completed';
    await deps.subscriptions.finish(claim, { state, results, error });
    return;
  }
  const { error, isFinal, retryAfterMs } = failure;
  const delay = retryDelayMs(delivery.attempts, deps.firstRetryMs, retryAfterMs, deps.random);
  const dueAt = new Date(deps.now().getTime() + delay);
  const isTooLate = dueAt.getTime() > delivery.createdAt.getTime() + deps.maxAgeMs;
  deps.logger.warn(
    { reason: error, project: delivery.projectId, delivery: delivery.id },
    'the message of a subscription was not sent',
  );
  const isOver = isFinal || isTooLate;
  await deps.subscriptions.finish(claim, {
    state: isOver ? 'failed' : 'sending',
    results,
    error: error ?? 'Unknown error',
    ...(!isOver && { dueAt }),
  });
}
