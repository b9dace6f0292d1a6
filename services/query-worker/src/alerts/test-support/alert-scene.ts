import type { ClickHouse } from '@tidemark/clickhouse';
import { createClickHouse } from '@tidemark/clickhouse';
import { alertHysteresisSchema } from '@tidemark/contracts';
import { createLogger, createMetrics } from '@tidemark/platform';
import type { Alert, AlertFields } from '@tidemark/postgres';
import {
  bootstrap,
  createAlertChecks,
  createAlertRepository,
  createDatabase,
  createInsightRepository,
  createProjectRepository,
} from '@tidemark/postgres';
import { createProjectLookups } from '@tidemark/query-engine';
import { createIsolatedStores } from '@tidemark/testing';
import { createAlertMetrics } from '../alert-metrics';
import type { AlertDeps } from '../check-alert';
import { checkAlert } from '../check-alert';

const logger = createLogger('test', 'silent');
export const DAY_MS = 86_400_000;
export const BY = { projectId: 1, userId: 1 };
const ALL = { limit: 100, offset: 0 };
/** A Monday; the day before it is the last complete day of the seeded events. */
export const MONDAY = Date.parse('2026-03-30T02:00:00Z');

export const TRENDS = {
  kind: 'InsightVizNode',
  source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] },
};

/** Opens stores with ten weeks of payments, and functions that check alerts at a time of the test. */
export async function openAlertScene() {
  let now = new Date(MONDAY);
  const urls = await createIsolatedStores();
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  const database = createDatabase(urls.postgres, { poolSize: 4, logger });
  await bootstrap(database, { projectApiKey: 'phc_alerts', personalApiKey: 'phx_alerts' });
  const alerts = createAlertRepository(database);
  const deps: AlertDeps = {
    clickhouse,
    lookups: createProjectLookups(database),
    observe: () => undefined,
    now: () => now,
    checks: createAlertChecks(database),
    insights: createInsightRepository(database),
    projects: createProjectRepository(database),
    metrics: createAlertMetrics(createMetrics('test')),
    stopping: new AbortController().signal,
    logger,
  };
  await seed(clickhouse);

  const due = ({ id }: Alert) =>
    database.db.updateTable('alerts').set({ next_check_at: now }).where('id', '=', id).execute();
  const check = (alert: Alert, changes: Partial<AlertDeps> = {}) =>
    checkAlert({ ...deps, ...changes }, { v: 1, project_id: 1, alert_id: alert.id });

  return {
    database,
    alerts,
    deps,
    due,
    check,
    /** The time of the checks. */
    now: () => now,
    setNow: (time: Date) => {
      now = time;
    },
    async watch(fields: Partial<AlertFields>, query: object = TRENDS): Promise<Alert> {
      const insight = await createInsightRepository(database).create(1, 1, {
        name: 'Payments',
        query: query as Record<string, unknown>,
      });
      const alert = await alerts.create(BY, {
        insightId: insight.id,
        name: 'Payments are low',
        enabled: true,
        subscribedUsers: [1],
        condition: { type: 'absolute_value' },
        threshold: { type: 'absolute', bounds: { lower: 9 } },
        thresholdName: '',
        config: { type: 'TrendsAlertConfig' },
        calculationInterval: 'daily',
        snoozedUntil: null,
        skipWeekend: false,
        scheduleRestriction: null,
        hysteresis: alertHysteresisSchema.parse({}),
        ...fields,
      });
      await due(alert);
      return alert;
    },
    /** Checks an alert on the given number of consecutive days. */
    async checkDaily(alert: Alert, days: number): Promise<void> {
      for (let day = 0; day < days; day += 1) {
        now = new Date(MONDAY + day * DAY_MS);
        await due(alert);
        await check(alert);
      }
    },
    async found({ id }: Alert): Promise<Alert> {
      const alert = await alerts.findById(1, id);
      if (alert === null) throw new Error('The alert is gone.');
      return alert;
    },
    checksOf: async ({ id }: Alert) => (await alerts.listChecks(1, id, { page: ALL })).rows,
    changesOf: async ({ id }: Alert) =>
      (await alerts.listNotifications(1, id))
        .map(({ change, value, reason }) => [change, value, reason])
        .reverse(),
    close: () => Promise.all([clickhouse.close(), database.close()]),
  };
}

export type AlertScene = Awaited<ReturnType<typeof openAlertScene>>;

/** Ten weeks of 40 payments a day, 10 at weekends; from 31 March 2026 on 5 a day for two days, then 40 again. */
async function seed(clickhouse: ClickHouse): Promise<void> {
  const from = Math.floor(MONDAY / DAY_MS) - 70;
  await clickhouse.command(`
    INSERT INTO events (uuid, event, timestamp, team_id, distinct_id, created_at, person_id, person_created_at)
    SELECT toUUID(concat('01900000-0000-7000-8000-', leftPad(toString(day * 1000 + n), 12, '0'))), 'paid',
      toDateTime64(toDate(${from} + day), 6, 'UTC') + INTERVAL 12 HOUR,
      1, 'd', now64(6), toUUID('01900000-0000-7000-8000-000000000000'), now64(3)
    FROM (
      SELECT day, arrayJoin(range(multiIf(
        day IN (71, 72), 5, toDayOfWeek(toDate(${from} + day)) >= 6, 10 + day % 2, 40 + day % 3))) AS n
      FROM (SELECT number AS day FROM numbers(80)))`);
}
