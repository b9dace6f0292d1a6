import type { Writer } from '../activity-log/unit-of-work';
import type { RevocationReason } from './login';

/** The sessions to end: all of one user, all but one, or one session of any user. */
type Whose =
  | { readonly userId: number; readonly sessionId?: string; readonly allBut?: string }
  | { readonly userId?: undefined; readonly sessionId: string; readonly allBut?: undefined };

/** Ends sessions that are still open; returns their number. */
export async function revokeSessions(
  db: Writer,
  { userId, sessionId, allBut }: Whose,
  because: RevocationReason,
  now: Date,
): Promise<number> {
  const result = await db
    .updateTable('login_sessions')
    .set({ revoked_at: now, revoked_because: because })
    .where('revoked_at', 'is', null)
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(sessionId !== undefined, (q) => q.where('id', '=', sessionId ?? ''))
    .$if(allBut !== undefined, (q) => q.where('id', '!=', allBut ?? ''))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
