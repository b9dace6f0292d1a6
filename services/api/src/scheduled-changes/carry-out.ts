import { ApiError } from '@tidemark/platform';
import type { Logger } from '@tidemark/platform';
import type { DueChanges, ScheduledChange } from '@tidemark/postgres';
import { ApprovalRequiredError, NotDueError } from '@tidemark/postgres';
import type { ProposeChange } from '../approval-required';
import type { UpdateFlagDeps } from '../feature-flags/save-flag';
import { updateFlag } from '../feature-flags/save-flag';
import { flagWrite } from './flag-write';
import { nextRun } from './next-run';

export interface CarryOutDeps extends UpdateFlagDeps {
  readonly dueChanges: DueChanges;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly proposeChange: ProposeChange;
}

/** A change that was due by its end is made if it is at most this late. After an outage it is not made any more. */
const LATENESS_MS = 60_000;
/** The number of changes that are read at once; the next batch follows when these are made. */
const BATCH = 100;
/** Maximum number of attempts: the flag may change between the read and the write. */
const MAX_CONFLICTS = 5;

/**
 * Makes the due changes in the order of their times. Each is written once, like a PATCH of its flag, even if several
 * workers try.
 * @throws the errors of the stores: the change and the later ones are tried again in the next sweep
 */
export async function carryOutDue(deps: CarryOutDeps): Promise<void> {
  const { dueChanges, now } = deps;
  for (;;) {
    const due = await dueChanges.list(now(), BATCH);
    for (const change of due) await carryOut(deps, change);
    if (due.length < BATCH) return;
  }
}

async function carryOut(deps: CarryOutDeps, change: ScheduledChange): Promise<void> {
  const { dueChanges, logger } = deps;
  const now = deps.now();
  const { endDate, isRecurring } = change;
  const isOver = endDate !== null && endDate.getTime() + LATENESS_MS <= now.getTime();
  if (isRecurring && isOver) return dueChanges.expire(change, now);
  const next = isRecurring ? nextRun(change, now) : null;
  const nextAt = next !== null && endDate !== null && next > endDate ? null : next;
  try {
    await write(deps, change, nextAt, now);
  } catch (error) {
    // Another worker has made it, or a user has changed it.
    if (error instanceof NotDueError) return;
    // The change waits for an approval instead of its time; a recurring change ends with it.
    const rejection =
      error instanceof ApprovalRequiredError ? await deps.proposeChange(error.change) : error;
    if (rejection instanceof ApiError && rejection.status < 500) {
      return dueChanges.fail(change, rejection.detail, true, now);
    }
    logger.error({ err: error, changeId: change.id }, 'a scheduled change could not be made');
    await dueChanges.fail(change, 'Internal error', false, now);
    throw error;
  }
}

async function write(
  deps: CarryOutDeps,
  change: ScheduledChange,
  nextAt: Date | null,
  now: Date,
): Promise<void> {
  const { projectId, featureFlagId: id, authorId } = change;
  const within = deps.dueChanges.flagsOf(change, nextAt, now);
  const flags = { findById: deps.flags.findById.bind(deps.flags), update: within.update };
  const caller = { project: { id: projectId }, user: { id: authorId } };
  for (let conflicts = 0; ; conflicts += 1) {
    const flag = await deps.flags.findById(projectId, id);
    if (flag === null || flag.deleted) {
      throw new ApiError(404, 'invalid_request', 'not_found', 'The feature flag was deleted.');
    }
    try {
      await updateFlag({ ...deps, flags }, caller, id, flagWrite(change, deps.secrets.open(flag)));
      return;
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409;
      if (!isConflict || conflicts >= MAX_CONFLICTS) throw error;
    }
  }
}
