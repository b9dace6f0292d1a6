import type { ImportBody, ImportStatus } from '@tidemark/contracts';
import type { ImportRun, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

/** An import as the API shows it; the credential of its source is in no field. */
export function importBody(run: ImportRun, creator: User | null): ImportBody {
  return {
    id: run.id,
    source: run.source,
    settings: { ...run.settings },
    status: statusOf(run),
    in_background: run.isInBackground,
    phase: run.phase,
    waiting_until: wireTimeOrNull(run.waitsUntil),
    counts: { ...run.counts },
    error: run.error,
    reconciliation: run.reconciliation as ImportBody['reconciliation'],
    created_by: creator === null ? null : userBasicBody(creator),
    created_at: wireTime(run.createdAt),
    finished_at: wireTimeOrNull(run.finishedAt),
  };
}

function statusOf({ state, hasBegun, cancelRequested }: ImportRun): ImportStatus {
  if (state !== 'running') return state;
  if (cancelRequested) return 'cancelling';
  return hasBegun ? 'running' : 'queued';
}
