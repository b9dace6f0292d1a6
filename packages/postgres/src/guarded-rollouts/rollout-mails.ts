import { sql } from 'kysely';
import type { Database } from '../database';

/** The data of an e-mail about a rollout that ended. */
export interface RolloutMail {
  readonly rolloutId: number;
  readonly projectId: number;
  readonly projectName: string;
  /** IANA name. */
  readonly timezone: string;
  readonly flagId: number;
  readonly flagKey: string;
  readonly status: string;
  readonly reason: string | null;
  readonly endedAt: Date;
  /** The number of failed attempts to send it. */
  readonly attempts: number;
  /** The addresses of the subscribed users who are active members of the organization. */
  readonly recipients: readonly string[];
}

/** The e-mails about guarded rollouts that have not been sent yet. */
export interface RolloutMails {
  /** E-mails with recipients whose next attempt is due, the oldest first. */
  listDue(now: Date, endedAfter: Date, limit: number): Promise<readonly RolloutMail[]>;
  recordSent(rolloutId: number, sentAt: Date): Promise<void>;
  recordFailure(rolloutId: number, error: string, nextAttemptAt: Date): Promise<void>;
}

export function createRolloutMails({ db }: Database): RolloutMails {
  return {
    async listDue(now, endedAfter, limit) {
      const { rows } = await sql<RolloutMail>`
        SELECT r.id AS "rolloutId", r.project_id AS "projectId", p.name AS "projectName", p.timezone,
          f.id AS "flagId", f.key AS "flagKey", r.status, r.reason, r.ended_at AS "endedAt",
          r.mail_attempts AS attempts, array_agg(u.email ORDER BY u.email) AS recipients
        FROM guarded_rollouts r
        JOIN feature_flags f ON f.id = r.feature_flag_id AND f.project_id = r.project_id
        JOIN projects p ON p.id = r.project_id
        JOIN users u ON u.id = ANY (r.subscribed_users) AND u.is_active
          AND u.organization_id = p.organization_id
        WHERE r.mail_sent_at IS NULL AND r.mail_next_attempt_at <= ${now} AND r.ended_at > ${endedAfter}
        GROUP BY r.id, p.id, f.id
        ORDER BY r.ended_at, r.id
        LIMIT ${limit}`.execute(db);
      return rows;
    },

    async recordSent(rolloutId, sentAt) {
      await db
        .updateTable('guarded_rollouts')
        .set({ mail_sent_at: sentAt, mail_error: null })
        .where('id', '=', rolloutId)
        .execute();
    },

    async recordFailure(rolloutId, error, nextAttemptAt) {
      await db
        .updateTable('guarded_rollouts')
        .set({
          mail_attempts: sql<number>`mail_attempts + 1`,
          mail_next_attempt_at: nextAttemptAt,
          mail_error: error,
        })
        .where('id', '=', rolloutId)
        .execute();
    },
  };
}
