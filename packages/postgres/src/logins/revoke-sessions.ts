import type { Writer } from '../activity-log/unit-of-work';
import type { RevocationReason } from './login';

/** Ends sessions that are still open, one or all of a user; returns how many. */
export async function revokeSessions(
  db: Writer,
  whose: { readonly sessionId: string } | { readonly userId: number },
  because: RevocationReason,
  now: Date,
): Promise<number> {
  const open = db
    .updateTable('login_sessions')
    .set({ revoked_at: now, revoked_because: because })
    .where('revoked_at', 'is', null);
  const chosen =
    'sessionId' in whose
      ? open.where('id', '=', whose.sessionId)
      : open.where('user_id', '=', whose.userId);
  return Number((await chosen.executeTakeFirst()).numUpdatedRows);
}
