import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@tidemark/platform';
import type { Logger } from '@tidemark/platform';
import { HogQLError } from '@tidemark/hogql';
import type {
  DueRollouts,
  FeatureFlag,
  GuardedRollout,
  ProjectRepository,
  RolloutCheck,
  RolloutNumbers,
  RolloutOutcome,
} from '@tidemark/postgres';
import { ApprovalRequiredError, RolloutMovedError } from '@tidemark/postgres';
import { QueryError } from '@tidemark/query-engine';
import type { RolloutDecision, RolloutEvidence, RolloutPlan } from '@tidemark/statistics';
import { compareRollout, decideRollout, StatisticsError } from '@tidemark/statistics';
import type { UpdateFlagDeps } from '../feature-flags/save-flag';
import { updateFlag } from '../feature-flags/save-flag';
import type { MeasureDeps } from './measure-rollout';
import { measureRollout } from './measure-rollout';
import { audienceOf, hasVariants, percentageOf, rolloutWrite } from './rollout-write';

export interface CarryOnDeps extends UpdateFlagDeps, MeasureDeps {
  readonly dueRollouts: DueRollouts;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** The number of rollouts that are read together; the next ones are read after these are checked. */
const BATCH = 100;
/** Maximum number of attempts: the flag may change between the read and the write. */
const MAX_CONFLICTS = 5;
/** Number of consecutive failed checks after which the flag is rolled back, because its metric is unknown. */
const MAX_FAILURES = 5;
/** Errors because of which a metric has no value. */
const UNMEASURABLE = [QueryError, HogQLError, StatisticsError];
const MINUTE_MS = 60_000;
const NO_NUMBERS: RolloutNumbers = {
  exposed: null,
  control: null,
  difference: null,
  interval: null,
  pValue: null,
};

/**
 * Checks the rollouts whose time has come. The flag, the check and the state of the rollout are written in one
 * transaction, and only once if several workers try.
 *
 * @throws the first error of a rollout, after the others were checked: it waits for the next sweep
 */
export async function carryOnDue(deps: CarryOnDeps): Promise<void> {
  const { dueRollouts, now } = deps;
  for (;;) {
    const due = await dueRollouts.list(now(), BATCH);
    const errors: unknown[] = [];
    for (const rollout of due) {
      await carryOn(deps, rollout).catch((error: unknown) => {
        deps.logger.error(
          { err: error, rolloutId: rollout.id },
          'a guarded rollout was not checked',
        );
        errors.push(error);
      });
    }
    // The rollouts that failed are still due: the next batch would begin with them.
    if (errors.length > 0) throw errors[0];
    if (due.length < BATCH) return;
  }
}

async function carryOn(deps: CarryOnDeps, rollout: GuardedRollout): Promise<void> {
  try {
    await check(deps, rollout);
  } catch (error) {
    // Another worker was faster, or a user stopped the rollout.
    if (error instanceof RolloutMovedError) return;
    throw error;
  }
}

async function check(deps: CarryOnDeps, rollout: GuardedRollout): Promise<void> {
  const now = deps.now();
  const { projectId, featureFlagId, currentStep: step } = rollout;
  const [flag, project] = await Promise.all([
    deps.flags.findById(projectId, featureFlagId),
    deps.projects.findById(projectId),
  ]);
  const over = (reason: string) => {
    const checked = {
      checkedAt: now,
      step,
      action: 'failed',
      reason,
      numbers: NO_NUMBERS,
    } as const;
    return deps.dueRollouts.record(rollout, checked, { status: 'failed', step, reason });
  };
  if (flag === null || flag.deleted || project === null) return over('The flag was deleted.');
  if (!isAsLeft(flag, rollout) || !flag.active || hasVariants(flag)) {
    return over('Somebody changed the flag: the rollout leaves it as it is.');
  }
  let evidence: RolloutEvidence = { control: null, exposed: null };
  try {
    if (step >= 0) evidence = await measureRollout(deps, rollout, { flag, project, now });
  } catch (error) {
    if (!UNMEASURABLE.some((type) => error instanceof type)) throw error;
    return failed(deps, rollout, (error as Error).message, now);
  }
  const plan = planOf(rollout);
  const minutesInStep =
    rollout.stepStartedAt === null
      ? 0
      : (now.getTime() - rollout.stepStartedAt.getTime()) / MINUTE_MS;
  const decision = decideRollout(plan, { step, minutesInStep }, evidence);
  const numbers = numbersOf(plan, evidence);
  await apply(deps, rollout, { decision, numbers, now });
}

/** Whether the condition of the rollout has its percentage, and is about the same people as at the beginning. */
function isAsLeft(flag: FeatureFlag, rollout: GuardedRollout): boolean {
  if (percentageOf(flag, rollout) !== presentPercentage(rollout)) return false;
  const { condition } = rollout;
  return condition === null || isDeepStrictEqual(audienceOf(flag, rollout), condition);
}

/** The percentage that the rollout gave the flag last. */
export function presentPercentage({
  steps,
  currentStep,
  initialPercentage,
}: GuardedRollout): number {
  return steps[currentStep]?.percentage ?? initialPercentage;
}

function planOf({ steps, metric, alpha, minimumUnits }: GuardedRollout): RolloutPlan {
  const goal = metric['goal'] === 'decrease' ? 'decrease' : 'increase';
  return { steps, goal, alpha, minimumUnits };
}

function numbersOf(plan: RolloutPlan, evidence: RolloutEvidence): RolloutNumbers {
  const { control, exposed } = evidence;
  const compared = compareRollout(plan, evidence);
  const side = (sample: typeof control) => sample && { units: sample.count, mean: sample.mean };
  return {
    exposed: side(exposed),
    control: side(control),
    difference: compared?.difference ?? null,
    interval: compared?.interval ?? null,
    pValue: compared?.pValue ?? null,
  };
}

interface Decided {
  readonly decision: RolloutDecision;
  readonly numbers: RolloutNumbers;
  readonly now: Date;
}

const WAITS = {
  time: 'The time of the step is not over.',
  units: 'Too few people asked for the flag.',
} as const;

async function apply(
  deps: CarryOnDeps,
  rollout: GuardedRollout,
  { decision, numbers, now }: Decided,
): Promise<void> {
  const { currentStep: step, steps } = rollout;
  const checked = { checkedAt: now, step, action: decision.action, reason: null, numbers };
  switch (decision.action) {
    case 'wait': {
      const check = { ...checked, reason: WAITS[decision.reason] };
      return deps.dueRollouts.record(rollout, check, { status: 'running', step, reason: null });
    }
    case 'complete': {
      const reason = 'All steps are done.';
      return deps.dueRollouts.record(rollout, checked, { status: 'completed', step, reason });
    }
    case 'widen': {
      const { step: next, isLast } = decision;
      const outcome: RolloutOutcome = isLast
        ? { status: 'completed', step: next, reason: 'All steps are done.' }
        : { status: 'running', step: next, reason: null };
      return write(deps, rollout, checked, outcome, steps[next]?.percentage ?? 0);
    }
    case 'turn_back': {
      const reason = brokenWords(numbers);
      const outcome = { status: 'rolled_back', step, reason } as const;
      return write(deps, rollout, { ...checked, reason }, outcome, rollout.initialPercentage);
    }
  }
}

function brokenWords({ exposed, control, pValue, difference }: RolloutNumbers): string {
  const side = (name: string, one: typeof exposed) =>
    `${name} ${one === null ? 'nobody' : `${Number(one.mean.toPrecision(4))} (${one.units} people)`}`;
  const change = difference === null ? '' : `, difference ${Number(difference.toPrecision(4))}`;
  const p = pValue === null ? '' : `, p = ${Number(pValue.toPrecision(2))}`;
  return `The metric got worse: ${side('with the flag', exposed)}, ${side('without it', control)}${change}${p}.`;
}

/** A metric that cannot be computed protects nothing: after several failed attempts the flag is rolled back. */
async function failed(
  deps: CarryOnDeps,
  rollout: GuardedRollout,
  detail: string,
  now: Date,
): Promise<void> {
  const { currentStep: step } = rollout;
  const reason = `The metric could not be computed: ${detail}`;
  const checked = { checkedAt: now, step, action: 'failed', reason, numbers: NO_NUMBERS } as const;
  if (rollout.failureCount + 1 < MAX_FAILURES) {
    return deps.dueRollouts.record(rollout, checked, { status: 'running', step, reason: null });
  }
  const outcome = { status: 'rolled_back', step, reason } as const;
  return write(deps, rollout, checked, outcome, rollout.initialPercentage);
}

/** Writes the flag as a PATCH of the author of the rollout would, with the check in the same transaction. */
async function write(
  deps: CarryOnDeps,
  rollout: GuardedRollout,
  checked: RolloutCheck,
  outcome: RolloutOutcome,
  percentage: number,
): Promise<void> {
  const { projectId, featureFlagId: id, createdById } = rollout;
  const within = deps.dueRollouts.flagsOf(rollout, checked, outcome);
  const flags = { findById: deps.flags.findById.bind(deps.flags), update: within.update };
  const caller = { project: { id: projectId }, user: { id: createdById } };
  for (let conflicts = 0; ; conflicts += 1) {
    const flag = await flagOf(deps, rollout);
    if (flag === null) return;
    const body = rolloutWrite(deps.secrets.open(flag), rollout, { percentage, checked, outcome });
    try {
      await updateFlag({ ...deps, flags }, caller, id, body);
      return;
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409;
      if (isConflict && conflicts < MAX_CONFLICTS) continue;
      const detail = rejectionOf(error);
      if (detail === null) throw error;
      const { checkedAt, numbers, step } = checked;
      const reason = `The flag could not be changed: ${detail}`;
      const rejected = { checkedAt, step, action: 'failed', reason, numbers } as const;
      deps.logger.warn({ rolloutId: rollout.id }, 'a guarded rollout could not change its flag');
      return deps.dueRollouts.record(rollout, rejected, { status: 'failed', step, reason });
    }
  }
}

/** The reason why a flag can never be changed; null for a temporary error. */
function rejectionOf(error: unknown): string | null {
  if (error instanceof ApprovalRequiredError) {
    return 'The project asks for an approval of this step, and a guarded rollout cannot wait for one.';
  }
  return error instanceof ApiError && error.status < 500 ? error.detail : null;
}

/** Null if the flag was changed or deleted meanwhile; the next check reports it. */
async function flagOf(
  { flags }: Pick<CarryOnDeps, 'flags'>,
  rollout: GuardedRollout,
): Promise<FeatureFlag | null> {
  const flag = await flags.findById(rollout.projectId, rollout.featureFlagId);
  if (flag === null || flag.deleted) return null;
  return isAsLeft(flag, rollout) ? flag : null;
}
