import type { GuardedRolloutStatus } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import { FLAG_HISTORY } from '../feature-flags/flag-history';
import type { FeatureFlagRepository } from '../feature-flags/feature-flag-repository';
import { ifKeyTaken, updateFlag } from '../feature-flags/update-flag';
import { changeApprovedFlag, changeFlag } from '../feature-flags/write-flags';
import type { GuardedRollout, RolloutCheck } from './guarded-rollout';
import { toGuardedRollout } from './guarded-rollout';

/** Since the rollout was read, another worker changed it or a user stopped it. */
export class RolloutMovedError extends Error {}

const MINUTE_MS = 60_000;
const MAX_REASON = 400;

/** The new state of a rollout after a check. */
export interface RolloutOutcome {
  readonly status: GuardedRolloutStatus;
  /** The index of the current step from now on. */
  readonly step: number;
  /** Why it ended; null while it is running. */
  readonly reason: string | null;
}

/** The operations of a worker that checks guarded rollouts. */
export interface DueRollouts {
  /** Running rollouts of all projects whose next check is due, ordered by its time. */
  list(now: Date, limit: number): Promise<readonly GuardedRollout[]>;
  /**
   * A flag repository for the change of a check. Its first write also stores the check and the new state of the
   * rollout, in the same transaction. A rollback of the flag needs no approval.
   * @throws RolloutMovedError, and ApprovalRequiredError for a step; nothing is written
   */
  flagsOf(
    rollout: GuardedRollout,
    check: RolloutCheck,
    outcome: RolloutOutcome,
  ): Pick<FeatureFlagRepository, 'update'>;
  /** Records a check that does not change the flag. @throws RolloutMovedError nothing is written */
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
          // A rollback needs no approval, because it prevents harm.
          const write = outcome.status === 'rolled_back' ? changeApprovedFlag : changeFlag;
          const updated = await updateFlag(tx, { projectId, userId }, id, changes, write);
          // If the flag was not written, the transaction is rolled back, so that the check is not stored either.
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

/**
 * Stores the check and the new state of the rollout. @throws RolloutMovedError if the rollout has changed since it
 * was read
 */
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

/** Only the latest checks are kept, because a rollout may run for months. */
const KEPT_CHECKS = 500;

async function removeOldChecks(tx: Writer, { id, projectId }: GuardedRollout): Promise<void> {
  await sql`
    DELETE FROM guarded_rollout_checks WHERE project_id = ${projectId} AND rollout_id = ${id} AND id <= (
      SELECT id FROM guarded_rollout_checks WHERE project_id = ${projectId} AND rollout_id = ${id}
      ORDER BY id DESC OFFSET ${KEPT_CHECKS} LIMIT 1
    )`.execute(tx);
}

class FlagGoneError extends Error {}
