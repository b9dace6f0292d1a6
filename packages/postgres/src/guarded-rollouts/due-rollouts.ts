import type { GuardedRolloutStatus } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import type { FeatureFlagRepository } from '../feature-flags/feature-flag-repository';
import { ifKeyTaken, updateFlag } from '../feature-flags/update-flag';
import { changeApprovedFlag, changeFlag } from '../feature-flags/write-flags';
import type { GuardedRollout, RolloutCheck } from './guarded-rollout';
import { toGuardedRollout } from './guarded-rollout';

/** Another worker acted on the rollout, or a user stopped it, since it was read. */
export class RolloutMovedError extends Error {}

const MINUTE_MS = 60_000;
const MAX_REASON = 400;

/** What a check makes of a rollout, beside the check itself. */
export interface RolloutOutcome {
  readonly status: GuardedRolloutStatus;
  /** The step that is present from now on. */
  readonly step: number;
  /** Why it ended; null while it runs. */
  readonly reason: string | null;
}

/** Running rollouts whose next check is due. */
export interface DueRollouts {
  /** Of all projects, ordered by time. */
  list(now: Date, limit: number): Promise<readonly GuardedRollout[]>;
  /**
   * Writes flags as the repository of flags does, and with the first write, in its transaction, the check and what it
   * makes of the rollout: neither is there without the other. Turning a flag back needs no approval.
   *
   * @throws RolloutMovedError, and ApprovalRequiredError for a step; nothing is written
   */
  flagsOf(
    rollout: GuardedRollout,
    check: RolloutCheck,
    outcome: RolloutOutcome,
  ): Pick<FeatureFlagRepository, 'update'>;
  /** Records a check that leaves the flag as it is. @throws RolloutMovedError nothing being written */
  record(rollout: GuardedRollout, check: RolloutCheck, outcome: RolloutOutcome): Promise<void>;
}

export function createDueRollouts({ db, change, record }: ResourceDatabase): DueRollouts {
  return {
    async list(now, limit) {
      const rows = await db
        .selectFrom('guarded_rollouts')
        .selectAll()
        .where('status', '=', 'running')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toGuardedRollout);
    },

    flagsOf: (rollout, check, outcome) => ({
      update: (projectId, userId, id, changes) =>
        change(FLAG_HISTORY, { projectId, userId }, async (tx) => {
          await mark(tx, rollout, check, outcome);
          // Turning a flag back because of harm needs no approval.
          const write = outcome.status === 'rolled_back' ? changeApprovedFlag : changeFlag;
          const updated = await updateFlag(tx, { projectId, userId }, id, changes, write);
          // Only what was written counts as made.
          if (updated.result.outcome !== 'saved') throw new FlagGoneError();
          return updated;
        }).catch((error: unknown) => {
          if (error instanceof FlagGoneError) return { outcome: 'not_found' as const };
          return ifKeyTaken(error);
        }),
    }),

    record: (rollout, check, outcome) =>
      record(async (tx) => {
        await mark(tx, rollout, check, outcome);
        return { result: undefined, entries: [] };
      }),
  };
}

/** Moves the rollout on and adds the check. @throws RolloutMovedError unless it is as it was read */
async function mark(
  tx: Writer,
  rollout: GuardedRollout,
  check: RolloutCheck,
  { status, step, reason }: RolloutOutcome,
): Promise<void> {
  const { checkedAt } = check;
  const hasEnded = status !== 'running';
  const hasMoved = step !== rollout.currentStep;
  const marked = await tx
    .updateTable('guarded_rollouts')
    .set({
      status,
      current_step: step,
      check_count: rollout.checkCount + 1,
      failure_count: check.action === 'failed' ? rollout.failureCount + 1 : 0,
      next_check_at: new Date(checkedAt.getTime() + rollout.checkIntervalMinutes * MINUTE_MS),
      ...(hasMoved && { step_started_at: checkedAt }),
      ...(hasEnded && {
        ended_at: checkedAt,
        reason: reason?.slice(0, MAX_REASON) ?? null,
        mail_next_attempt_at: checkedAt,
      }),
    })
    .where('id', '=', rollout.id)
    .where('project_id', '=', rollout.projectId)
    .where('status', '=', 'running')
    .where('check_count', '=', rollout.checkCount)
    .returning('id')
    .executeTakeFirst();
  if (marked === undefined) throw new RolloutMovedError();
  await tx
    .insertInto('guarded_rollout_checks')
    .values({
      project_id: rollout.projectId,
      rollout_id: rollout.id,
      checked_at: checkedAt,
      step: check.step,
      action: check.action,
      reason: check.reason?.slice(0, MAX_REASON) ?? null,
      numbers: JSON.stringify(check.numbers),
    })
    .execute();
  await removeOldChecks(tx, rollout);
}

/** The latest checks are kept; a rollout may wait for months. */
const KEPT_CHECKS = 500;

async function removeOldChecks(tx: Writer, { id, projectId }: GuardedRollout): Promise<void> {
  await sql`
    DELETE FROM guarded_rollout_checks WHERE project_id = ${projectId} AND rollout_id = ${id} AND id <= (
      SELECT id FROM guarded_rollout_checks WHERE project_id = ${projectId} AND rollout_id = ${id}
      ORDER BY id DESC OFFSET ${KEPT_CHECKS} LIMIT 1
    )`.execute(tx);
}

class FlagGoneError extends Error {}
