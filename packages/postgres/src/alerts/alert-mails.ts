import type { IncidentChange, IncidentEndReason } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Database } from '../database';

/** A notification whose e-mail has not been sent yet, with all data for the e-mail. */
export interface AlertMail {
  readonly notificationId: string;
  readonly projectId: number;
  readonly projectName: string;
  /** IANA name. */
  readonly timezone: string;
  readonly alertName: string | null;
  readonly insightName: string | null;
  readonly insightShortId: string;
  readonly change: IncidentChange;
  readonly reason: IncidentEndReason | null;
  readonly value: number | null;
  /** The bounds that the check applied; null if there is no bound on that side. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly createdAt: Date;
  /** The number of failed attempts to send it. */
  readonly attempts: number;
  /** The addresses of the subscribed users who are active members of the organization. */
  readonly recipients: readonly string[];
}

/** The e-mails of alerts that have not been sent yet. */
export interface AlertMails {
  /** Notifications with recipients whose next attempt is due, the oldest first. */
  listDue(now: Date, createdAfter: Date, limit: number): Promise<readonly AlertMail[]>;
  recordSent(notificationId: string, sentAt: Date): Promise<void>;
  recordFailure(notificationId: string, error: string, nextAttemptAt: Date): Promise<void>;
}

export function createAlertMails({ db }: Database): AlertMails {
  return {
    async listDue(now, createdAfter, limit) {
      const { rows } = await sql<AlertMail>`
        SELECT n.id AS "notificationId", n.project_id AS "projectId", p.name AS "projectName", p.timezone,
          coalesce(a.name, n.alert_name) AS "alertName", coalesce(i.name, i.derived_name) AS "insightName",
          i.short_id AS "insightShortId", n.change, n.reason, n.calculated_value AS value,
          c.lower_bound AS lower, c.upper_bound AS upper, n.created_at AS "createdAt", n.attempts,
          array_agg(u.email ORDER BY u.email) AS recipients
        FROM alert_notifications n
        LEFT JOIN alerts a ON a.id = n.alert_id
        JOIN insights i ON i.id = coalesce(a.insight_id, n.insight_id)
        JOIN projects p ON p.id = n.project_id
        JOIN users u ON u.id = ANY (coalesce(a.subscribed_users, n.subscribed_users)) AND u.is_active
          AND u.organization_id = p.organization_id
        LEFT JOIN alert_checks c ON c.id = n.check_id
        WHERE n.sent_at IS NULL AND n.next_attempt_at <= ${now} AND n.created_at > ${createdAfter}
        GROUP BY n.id, p.id, a.id, i.id, c.id
        ORDER BY n.created_at, n.id
        LIMIT ${limit}`.execute(db);
      return rows;
    },

    async recordSent(notificationId, sentAt) {
      await db
        .updateTable('alert_notifications')
        .set({ sent_at: sentAt, send_error: null })
        .where('id', '=', notificationId)
        .execute();
    },

    async recordFailure(notificationId, error, nextAttemptAt) {
      await db
        .updateTable('alert_notifications')
        .set({
          attempts: sql<number>`attempts + 1`,
          next_attempt_at: nextAttemptAt,
          send_error: error,
        })
        .where('id', '=', notificationId)
        .execute();
    },
  };
}
