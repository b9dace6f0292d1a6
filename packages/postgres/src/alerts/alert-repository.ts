import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Alert, AlertCheck, AlertFields, AlertNotification } from './alert';
import { ALERT_FIELDS, toAlert, toAlertCheck, toAlertNotification } from './alert';
import { endIncident, forgetRemoved } from './end-incident';
import { ALERT_HISTORY } from './alert-history';

/** The number of notifications of an alert that the API returns. */
const SHOWN_NOTIFICATIONS = 50;

/** How a change of an alert affects its checks. */
export interface AlertEffects {
  readonly now: Date;
  /** Set if the change ends an open incident, with the reason. */
  readonly ends?: 'changed' | 'disabled';
  /** The time of the next check; unchanged if absent. */
  readonly nextCheckAt?: Date;
}

/** Stores the alerts of projects. Every method takes the project id and does not find alerts of other projects. */
export interface AlertRepository {
  /** The alerts of one insight, or of all insights that are not deleted; newest first. */
  list(
    projectId: number,
    query: { readonly insightId?: number; readonly page: PageRequest },
  ): Promise<Page<Alert>>;
  findById(projectId: number, id: string): Promise<Alert | null>;
  count(projectId: number): Promise<number>;
  create(by: ProjectAuthor, fields: AlertFields): Promise<Alert>;
  /** Null if there is no such alert. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<AlertFields>,
    effects: AlertEffects,
  ): Promise<Alert | null>;
  /** Ends an open incident, whose notification outlives the alert. False if there is no such alert. */
  delete(by: ProjectAuthor, id: string, now: Date): Promise<boolean>;
  /**
   * Sets the times of checks that are not due yet, after a change of the project's time zone. The check of an alert whose
   * latest one failed is never moved to a later time. Running checks are lost, and made again.
   */
  reschedule(projectId: number, now: Date, nextOf: (alert: Alert) => Date): Promise<void>;
  /** Newest first. */
  listChecks(
    projectId: number,
    alertId: string,
    range: { readonly after?: Date; readonly before?: Date; readonly page: PageRequest },
  ): Promise<Page<AlertCheck>>;
  /** The latest notifications, newest first. */
  listNotifications(projectId: number, alertId: string): Promise<readonly AlertNotification[]>;
}

export function createAlertRepository({ db, change, record }: ResourceDatabase): AlertRepository {
  const rows = createOwnedRows(change, {
    name: 'alerts',
    history: ALERT_HISTORY,
    toThing: toAlert,
  });

  return {
    list(projectId, { insightId, page }) {
      const live = db
        .selectFrom('insights')
        .select('id')
        .where('project_id', '=', projectId)
        .where('deleted', '=', false);
      const matches = db
        .selectFrom('alerts')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('insight_id', 'in', live)
        .$if(insightId !== undefined, (q) => q.where('insight_id', '=', insightId ?? 0));
      const ordered = matches.orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, ordered, page, toAlert);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    async count(projectId) {
      const { count } = await db
        .selectFrom('alerts')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow();
      return count;
    },

    create: (by, fields) =>
      rows.create(by, by.projectId, {
        ...ALERT_FIELDS.toColumns(fields),
        created_by_id: by.userId,
      }),

    update: (by, id, fields, effects) =>
      change(ALERT_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .selectFrom('alerts')
          .selectAll()
          .where('project_id', '=', by.projectId)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return { result: null, entries: [] };
        const before = toAlert(row);
        if (before.firing && effects.ends !== undefined) {
          await endIncident(tx, before, effects.ends, effects.now);
        }
        const updated = await tx
          .updateTable('alerts')
          .set({
            ...ALERT_FIELDS.toColumns(fields),
            ...(effects.ends !== undefined && { firing: false, streak: 0, streak_at: null }),
            ...(effects.ends !== undefined && { failed_checks: 0 }),
            ...(effects.nextCheckAt !== undefined && { next_check_at: effects.nextCheckAt }),
            ...(before.firing && effects.ends !== undefined && { last_notified_at: effects.now }),
            // Invalidates a running check, because it has read the alert before this change.
            check_token: null,
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        const result = toAlert(updated);
        return { result, entries: [entry(before, result)] };
      }),

    delete: (by, id, now) =>
      change(ALERT_HISTORY, by, async (tx, entry) => {
        const row = await tx
          .deleteFrom('alerts')
          .where('project_id', '=', by.projectId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        const before = row === undefined ? null : toAlert(row);
        if (before?.firing === true) {
          await forgetRemoved(tx, before.projectId, now);
          await endIncident(tx, before, 'deleted', now);
        }
        return { result: before !== null, entries: [entry(before, null)] };
      }),

    reschedule: (projectId, now, nextOf) =>
      record(async (tx) => {
        const found = await tx
          .selectFrom('alerts')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('enabled', '=', true)
          .orderBy('id')
          .forUpdate()
          .execute();
        for (const alert of found.map(toAlert)) {
          const { id, nextCheckAt, failedChecks } = alert;
          const next = nextOf(alert);
          const isKept = nextCheckAt <= now || (failedChecks > 0 && nextCheckAt < next);
          await tx
            .updateTable('alerts')
            .set({ check_token: null, ...(!isKept && { next_check_at: next }) })
            .where('id', '=', id)
            .execute();
        }
        return { result: undefined, entries: [] };
      }),

    listChecks(projectId, alertId, { after, before, page }) {
      const matches = db
        .selectFrom('alert_checks')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('alert_id', '=', alertId)
        .$if(after !== undefined, (q) => q.where('created_at', '>=', after ?? new Date(0)))
        .$if(before !== undefined, (q) => q.where('created_at', '<=', before ?? new Date(0)));
      const ordered = matches.orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, ordered, page, toAlertCheck);
    },

    async listNotifications(projectId, alertId) {
      const found = await db
        .selectFrom('alert_notifications')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('alert_id', '=', alertId)
        .orderBy('incident', 'desc')
        // Within an incident, `ended` comes before `begun`, because the newest is first.
        .orderBy('change', 'desc')
        .limit(SHOWN_NOTIFICATIONS)
        .execute();
      return found.map(toAlertNotification);
    },
  };
}
