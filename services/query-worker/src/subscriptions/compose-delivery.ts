import type { SubscriptionJob } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type {
  DashboardRepository,
  DashboardTileStore,
  InsightRepository,
  ProjectRepository,
  SubscriptionClaim,
  SubscriptionWork,
} from '@tidemark/postgres';
import { chooseInsights } from './choose-insights';
import type { ReportDeps } from './compose-report';
import { composeReport } from './compose-report';
import type { SubscriptionMetrics } from './subscription-metrics';

/** The queue runs one job of a delivery at a time. If its worker dies, the next one takes over the claim. */
const NO_LEASE = { ms: 0, perRecipientMs: 0 };
/** The maximum number of attempts: later failures are permanent. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 30_000;

export interface ComposeDeps extends ReportDeps {
  readonly work: SubscriptionWork;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly insights: Pick<InsightRepository, 'find'>;
  readonly dashboards: Pick<DashboardRepository, 'find'>;
  readonly tiles: Pick<DashboardTileStore, 'listOf'>;
  readonly metrics: SubscriptionMetrics;
  readonly logger: Logger;
}

/** Composes one delivery and passes it to the delivery service. A failure is retried a few times. */
export async function composeDelivery(deps: ComposeDeps, job: SubscriptionJob): Promise<void> {
  const { work, metrics } = deps;
  const reference = { projectId: job.project_id, deliveryId: job.delivery_id };
  const claim = await work.claim(reference, 'composing', deps.now(), NO_LEASE);
  if (claim === null) return;
  const elapsed = metrics.seconds.startTimer();
  try {
    const outcome = await composeClaimed(deps, claim);
    metrics.composed.inc({ outcome });
  } catch (error) {
    // Another process takes it over.
    if (deps.stopping.aborted) {
      await release(deps, claim, deps.now());
      return;
    }
    deps.logger.warn(
      { err: error, deliveryId: job.delivery_id },
      'the message of a subscription could not be composed',
    );
    metrics.composed.inc({ outcome: 'failed' });
    await giveUpOrRetry(deps, claim);
  } finally {
    elapsed();
  }
}

async function composeClaimed(
  deps: ComposeDeps,
  claim: SubscriptionClaim,
): Promise<'composed' | 'skipped' | 'lost' | 'failed'> {
  const { subscription, delivery } = claim;
  // Also applies if the earlier attempts killed their process.
  if (delivery.attempts > MAX_ATTEMPTS) {
    await end(deps, claim, 'failed', 'The message could not be composed.');
    return 'failed';
  }
  const project = await deps.projects.findById(subscription.projectId);
  const choice = project === null ? null : await chooseInsights(deps, subscription);
  const reason = skipReason(subscription, choice === null);
  if (project === null || choice === null || reason !== null) {
    await end(deps, claim, 'skipped', reason ?? 'The project was removed.');
    return 'skipped';
  }
  const { report, charts } = await composeReport(deps, project, choice);
  return (await deps.work.compose(claim, report, charts)) ? 'composed' : 'lost';
}

function skipReason(
  { deleted, enabled }: SubscriptionClaim['subscription'],
  isGone: boolean,
): string | null {
  if (deleted) return 'The subscription was deleted.';
  if (!enabled) return 'The subscription was disabled.';
  return isGone ? 'The insight or dashboard was deleted.' : null;
}

async function giveUpOrRetry(deps: ComposeDeps, claim: SubscriptionClaim): Promise<void> {
  if (claim.delivery.attempts >= MAX_ATTEMPTS) {
    await end(deps, claim, 'failed', 'The message could not be composed.');
    return;
  }
  await release(deps, claim, new Date(deps.now().getTime() + RETRY_MS * claim.delivery.attempts));
}

async function release(
  { work }: ComposeDeps,
  claim: SubscriptionClaim,
  dueAt: Date,
): Promise<void> {
  await work.release(claim, dueAt);
}

async function end(
  { work }: ComposeDeps,
  claim: SubscriptionClaim,
  state: 'failed' | 'skipped',
  error: string,
): Promise<void> {
  await work.finish(claim, { state, results: claim.delivery.recipientResults, error });
}
