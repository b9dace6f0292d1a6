import type { DeliveredEvent } from '@tidemark/contracts';
import type { DeliveryGlobals } from '@tidemark/destinations';
import type { Logger, SealedBox } from '@tidemark/platform';
import type {
  ClaimedDelivery,
  DeliveryAttempt,
  DeliveryOutcome,
  DeliveryProject,
  DeliveryTarget,
  DeliveryTargets,
  DeliveryWork,
  InternalEventWork,
} from '@tidemark/postgres';
import type { DeliveryMetrics } from '../delivery-metrics';
import type { DeliveryLane } from '@tidemark/queues';
import type { MadeAttempt, Receiver, Sender } from '../sending/sender';
import { openForMs, retryDelayMs } from './back-off';
import { linesOf, readEvents } from './claimed-deliveries';
import { globalsOf } from './globals';
import { receiverOf, UnusableDestinationError } from './receivers';
import type { Together } from './together';

export interface DrainDeps {
  readonly work: Omit<DeliveryWork, keyof Together>;
  readonly together: Together;
  readonly targets: DeliveryTargets;
  readonly internalEvents: Pick<InternalEventWork, 'read'>;
  readonly sender: Sender;
  readonly secrets: SealedBox | null;
  readonly siteUrl: string | null;
  readonly metrics: DeliveryMetrics;
  readonly logger: Logger;
  /** The maximum number of concurrent requests. */
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly firstRetryMs: number;
  readonly maxAgeMs: number;
  readonly now: () => Date;
  readonly random: () => number;
  readonly stopping: AbortSignal;
}

/** The maximum time of a job, so that others get its place; the sweep queues it again. */
const LONGEST_DRAIN_MS = 10_000;
/** A receiver that takes this time to respond is slow: its deliveries move to the slow lane. */
const SLOW_MS = 1_000;
/** The maximum wait for an event; one that is not stored by then was rejected or erased. */
const LONGEST_WAIT_FOR_EVENT_MS = 3_600_000;
const LEASE_MARGIN_MS = 10_000;
/** A batch has as many deliveries as this number of rounds of concurrent requests. */
const ROUNDS = 2;

/**
 * Sends the due deliveries of one destination. Only one process at a time works on a destination; a receiver that
 * keeps failing gets a pause, after which a single delivery tests whether it responds. A slow one leaves the quick lane
 * after its first slow response.
 */
export async function drainDestination(
  deps: DrainDeps,
  destinationId: string,
  lane: DeliveryLane,
): Promise<void> {
  const { work, now } = deps;
  const until = now().getTime() + LONGEST_DRAIN_MS;
  const leaseMs = ROUNDS * deps.timeoutMs + LEASE_MARGIN_MS;
  while (now().getTime() < until && !deps.stopping.aborted) {
    const { failures, openUntil, hasIncident, isSlow } = await work.breaker(destinationId);
    // A job of the slow lane sends its deliveries.
    if (isSlow && lane === 'quick') return;
    if (openUntil !== null && openUntil > now()) return;
    const isProbe = openUntil !== null;
    const limit = isProbe ? 1 : ROUNDS * deps.concurrency;
    const claimed = await work.claim(destinationId, limit, leaseMs);
    if (claimed.length === 0) return;
    await sendBatch(deps, claimed, { wasFailing: failures > 0 || hasIncident, lane });
  }
}

/** Deliveries of one destination. */
async function sendBatch(
  deps: DrainDeps,
  claimed: readonly ClaimedDelivery[],
  { wasFailing, lane }: { readonly wasFailing: boolean; readonly lane: DeliveryLane },
): Promise<void> {
  const [first] = claimed;
  if (first === undefined) return;
  const target = await deps.targets.target(first);
  const receiver = usableReceiver(deps, target);
  if ('problem' in receiver) {
    await Promise.all(claimed.map((delivery) => end(deps, delivery, receiver.problem)));
    if (target.kind !== 'none') {
      await deps.work.beginIncident(first, 'failed_delivery', receiver.problem);
    }
    return;
  }
  const [events, project] = await Promise.all([
    readEvents(deps, target, claimed),
    deps.targets.project(first.projectId),
  ]);
  const failureNoted = Promise.resolve();
  const state = { isOpen: false, isFailing: wasFailing, isSlow: false, failureNoted };
  const queue = linesOf(claimed);
  const batch: Batch = { target, receiver, events, project, lane, state };
  const sendLines = async (): Promise<void> => {
    for (let line = queue.shift(); line !== undefined; line = queue.shift()) {
      await sendLine(deps, line, batch);
    }
  };
  await Promise.all(Array.from({ length: Math.min(deps.concurrency, queue.length) }, sendLines));
  // This is last, because from now on another job may send to the receiver.
  if (state.isSlow) await deps.work.noteSlow(first);
}

/**
 * Sends deliveries one after another. When one has to be sent again later, the next ones wait for it. A line is not
 * longer than the lease allows; the rest is claimed again.
 */
async function sendLine(
  deps: DrainDeps,
  line: readonly ClaimedDelivery[],
  batch: Batch,
): Promise<void> {
  let waitsUntil: Date | null = null;
  for (const [at, delivery] of line.entries()) {
    const { isOpen, isSlow } = batch.state;
    const leavesLane = isSlow && batch.lane === 'quick';
    const isHeld = isOpen || leavesLane || deps.stopping.aborted || at >= ROUNDS;
    if (isHeld) waitsUntil ??= deps.now();
    if (waitsUntil === null) waitsUntil = await deliver(deps, delivery, batch);
    else await deps.together.postpone({ id: delivery.id, dueAt: waitsUntil });
  }
}

interface BatchState {
  isOpen: boolean;
  isFailing: boolean;
  /** A response was slow. */
  isSlow: boolean;
  /** The last failure of the batch is noted. */
  failureNoted: Promise<void>;
}

interface Batch {
  readonly target: DeliveryTarget;
  readonly receiver: Receiver;
  readonly events: ReadonlyMap<string, DeliveredEvent>;
  /** Null if the project was removed. */
  readonly project: DeliveryProject | null;
  readonly lane: DeliveryLane;
  readonly state: BatchState;
}

/** Returns the time at which the delivery is due again; null if it is finished. */
async function deliver(
  deps: DrainDeps,
  delivery: ClaimedDelivery,
  batch: Batch,
): Promise<Date | null> {
  const event = batch.events.get(delivery.eventUuid);
  if (event === undefined) return waitForEvent(deps, delivery);
  const globals = await globalsFor(deps, delivery, event, batch);
  if (globals === null) {
    await end(deps, delivery, 'the project was removed');
    return null;
  }
  const made = await deps.sender.send(batch.receiver, { id: delivery.id, globals });
  const { attempt } = made;
  deps.metrics.observe(batch.receiver.template.id, attempt);
  if (made.wasSent && attempt.durationMs >= SLOW_MS) batch.state.isSlow = true;
  const outcome = outcomeOf(deps, delivery, made);
  await deps.together.finish({ delivery, attempt, outcome });
  // Texts of a mail server may name people and are kept longer than the delivery.
  const isMail = batch.receiver.template.id === 'template-email' && made.wasSent;
  const error = isMail ? 'The mail server reports an error.' : (attempt.error ?? '');
  if (attempt.isSuccess) {
    if (batch.state.isFailing) await deps.work.noteSuccess(delivery.destinationId);
    batch.state.isFailing = false;
  } else if (made.wasSent) {
    batch.state.isFailing = true;
    // Failures are recorded one after another: those that end together must not all count, because each would double
    // the pause.
    batch.state.failureNoted = batch.state.failureNoted.then(() =>
      noteFailure(deps, delivery, error, batch),
    );
    await batch.state.failureNoted;
  }
  if (outcome.state === 'failed') {
    batch.state.isFailing = true;
    await deps.work.beginIncident(delivery, 'failed_delivery', error);
  }
  return outcome.state === 'waiting' ? outcome.dueAt : null;
}

function outcomeOf(deps: DrainDeps, delivery: ClaimedDelivery, made: MadeAttempt): DeliveryOutcome {
  if (made.attempt.isSuccess) return { state: 'delivered' };
  const delay = retryDelayMs(
    delivery.attemptSinceReplay,
    deps.firstRetryMs,
    made.retryAfterMs,
    deps.random,
  );
  const dueAt = new Date(deps.now().getTime() + delay);
  const isTooLate = dueAt.getTime() > delivery.createdAt.getTime() + deps.maxAgeMs;
  return made.isFinal || isTooLate ? { state: 'failed' } : { state: 'waiting', dueAt };
}

async function noteFailure(
  deps: DrainDeps,
  delivery: ClaimedDelivery,
  error: string,
  batch: Batch,
): Promise<void> {
  // Failures of requests that were in progress when the pause began do not count.
  if (batch.state.isOpen) return;
  const failures = await deps.work.noteFailure(delivery, error);
  const pause = openForMs(failures, deps.random);
  if (pause === null) return;
  batch.state.isOpen = true;
  const { projectId, destinationId } = delivery;
  deps.logger.warn(
    { projectId, destinationId, failures },
    'deliveries to a destination keep failing: nothing is sent to it for a while',
  );
  await deps.work.beginIncident(delivery, 'paused', error);
  await deps.work.open(destinationId, new Date(deps.now().getTime() + pause));
}

/** Waits for the event, because the worker records a delivery before it stores the event. */
async function waitForEvent(deps: DrainDeps, delivery: ClaimedDelivery): Promise<Date | null> {
  const age = deps.now().getTime() - delivery.createdAt.getTime();
  if (age > LONGEST_WAIT_FOR_EVENT_MS) {
    await end(deps, delivery, 'the event is not stored');
    return null;
  }
  const dueAt = new Date(deps.now().getTime() + Math.min(60_000, 200 + age / 2));
  await deps.together.postpone({ id: delivery.id, dueAt });
  return dueAt;
}

/** Ends a delivery that was never sent. */
async function end(deps: DrainDeps, delivery: ClaimedDelivery, error: string): Promise<void> {
  const attempt: DeliveryAttempt = {
    startedAt: deps.now(),
    durationMs: 0,
    isSuccess: false,
    status: null,
    request: null,
    response: null,
    error,
  };
  await deps.together.finish({ delivery, attempt, outcome: { state: 'failed' } });
}

function usableReceiver(
  deps: DrainDeps,
  target: DeliveryTarget,
): Receiver | { readonly problem: string } {
  try {
    return receiverOf(target, { secrets: deps.secrets, hasLinks: deps.siteUrl !== null });
  } catch (error) {
    if (error instanceof UnusableDestinationError) return { problem: error.message };
    throw error;
  }
}

async function globalsFor(
  { targets, siteUrl }: DrainDeps,
  { projectId, destinationId }: ClaimedDelivery,
  event: DeliveredEvent,
  { target, project }: Batch,
): Promise<DeliveryGlobals | null> {
  if (project === null) return null;
  const groups = await targets.groups(projectId, event.groups);
  const destinationName =
    target.kind === 'destination'
      ? target.destination.name
      : target.kind === 'action'
        ? (target.action.name ?? '')
        : '';
  return globalsOf(event, project, groups, { siteUrl, destinationName, destinationId });
}
