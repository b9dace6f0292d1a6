import { alertConditionSchema, alertHysteresisSchema } from '@tidemark/contracts';
import type { FinishedCheck } from '@tidemark/postgres';
import {
  createAlertChecks,
  createAlertRepository,
  createInsightRepository,
} from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import type { MailServer } from './test-support/mail-server';
import { startMailServer } from './test-support/mail-server';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

const PROJECT = 1;
const OWNER = 1;

let world: World;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  world = await openWorld();
  await world.deliver({ ...server.environment, SITE_URL: 'https://analytics.example.com/' });
});
beforeEach(() => {
  server.mails.length = 0;
});
afterAll(async () => {
  await world.close();
  await server.close();
});

/** An alert for the owner of the project, or for the given users. */
async function alertFor(subscribedUsers: number[]) {
  const { database } = world;
  const query = { kind: 'HogQLQuery', query: 'select 1' };
  const insight = await createInsightRepository(database).create(PROJECT, OWNER, {
    name: 'Payments',
    query,
  });
  return createAlertRepository(database).create(
    { projectId: PROJECT, userId: OWNER },
    {
      insightId: insight.id,
      name: 'Few payments\r\nBcc: eve@example.com',
      enabled: true,
      subscribedUsers,
      condition: alertConditionSchema.parse({ type: 'absolute_value' }),
      threshold: { type: 'absolute', bounds: { lower: 10 } },
      thresholdName: '',
      config: { type: 'TrendsAlertConfig', series_index: 0 },
      calculationInterval: 'daily',
      snoozedUntil: null,
      skipWeekend: false,
      scheduleRestriction: null,
      hysteresis: alertHysteresisSchema.parse({}),
    },
  );
}

/** Records a check that began or ended an incident, as a query-worker does. */
async function notify(alertId: string, change: 'begun' | 'ended', value: number): Promise<void> {
  const { database } = world;
  const checks = createAlertChecks(database);
  const now = new Date();
  await database.db.updateTable('alerts').set({ next_check_at: now }).execute();
  const claim = await checks.claim({ projectId: PROJECT, alertId }, now);
  if (claim === null) throw new Error('The alert is not due.');
  const firing = change === 'begun';
  const check: FinishedCheck = {
    now,
    state: firing ? 'Firing' : 'Not firing',
    value,
    lower: 10,
    upper: null,
    at: null,
    query: null,
    error: null,
    change,
    incident: { firing, streak: 0, streakAt: null },
    nextCheckAt: new Date(now.getTime() + 86_400_000),
  };
  expect(await checks.finish(claim, check)).toBe(true);
}

const notificationsOf = (alertId: string) =>
  createAlertRepository(world.database).listNotifications(PROJECT, alertId);

it('sends one e-mail when an incident begins and one when it ends', async () => {
  const { email } = await world.database.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', OWNER)
    .executeTakeFirstOrThrow();
  const alert = await alertFor([OWNER, 999]);

  await notify(alert.id, 'begun', 3);
  await waitUntil(() => expect(server.mails).toHaveLength(1));
  const [begun] = server.mails;
  expect(begun).toMatchObject({ from: 'sender@example.com', to: [email] });
  expect(begun?.text).toMatch(/^Subject: \[Tidemark\] Alert: Few payments/m);
  expect(begun?.text).not.toMatch(/^Bcc:/m);
  expect(begun?.text).toContain('The value is 3, below 10.');
  expect(begun?.text).toContain('Insight: Payments');
  expect(begun?.text).toContain('https://analytics.example.com/project/1/insights/');

  await notify(alert.id, 'ended', 12);
  await waitUntil(() => expect(server.mails).toHaveLength(2));
  expect(server.mails[1]?.text).toContain('The value is 12, within its bounds again.');
  await waitUntil(async () => {
    const notifications = await notificationsOf(alert.id);
    expect(notifications.map(({ sentAt }) => sentAt)).toEqual([expect.any(Date), expect.any(Date)]);
  });
});

it('sends the end of an incident whose alert or insight was deleted', async () => {
  const [removed, kept] = [await alertFor([OWNER]), await alertFor([OWNER])];
  await notify(removed.id, 'begun', 3);
  await notify(kept.id, 'begun', 4);
  await waitUntil(() => expect(server.mails).toHaveLength(2));

  const by = { projectId: PROJECT, userId: OWNER };
  expect(await createAlertRepository(world.database).delete(by, removed.id, new Date())).toBe(true);
  await waitUntil(() => expect(server.mails).toHaveLength(3));
  expect(server.mails[2]?.text).toMatch(/^Subject: \[Tidemark\] Resolved: Few payments/m);
  expect(server.mails[2]?.text).toContain('The alert was deleted, which ended its open incident.');
  expect(server.mails[2]?.text).toContain('Insight: Payments');

  await createInsightRepository(world.database).update(
    ...[PROJECT, OWNER, { id: kept.insightId }, { deleted: true }],
  );
  await waitUntil(() => expect(server.mails).toHaveLength(4));
  expect(server.mails[3]?.text).toContain('The insight of the alert was deleted');
  expect((await notificationsOf(kept.id))[0]).toMatchObject({ reason: 'insight_deleted' });
});

it('repeats mails that the server rejects, with the same Message-ID', async () => {
  server.reject({ responseCode: 451, reason: 'try later' });
  const alert = await alertFor([OWNER]);
  await notify(alert.id, 'begun', 1);
  const row = () =>
    world.database.db
      .selectFrom('alert_notifications')
      .select(['id', 'attempts', 'send_error', 'sent_at'])
      .where('alert_id', '=', alert.id)
      .executeTakeFirstOrThrow();
  await waitUntil(async () => expect((await row()).attempts).toBeGreaterThan(0));
  expect(await row()).toMatchObject({ send_error: expect.stringContaining('try later') });

  server.reject(null);
  await waitUntil(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.text).toContain(`Message-ID: <${(await row()).id}@tidemark>`);
  await waitUntil(async () => {
    expect(await row()).toMatchObject({ sent_at: expect.any(Date), send_error: null });
  });
});

it('sends no mail without subscribers, or with unknown users only', async () => {
  const nobody = await alertFor([]);
  const unknown = await alertFor([999]);
  await notify(nobody.id, 'begun', 1);
  await notify(unknown.id, 'begun', 1);
  const later = await alertFor([OWNER]);
  await notify(later.id, 'begun', 2);
  await waitUntil(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.text).toContain('The value is 2');
  expect((await notificationsOf(nobody.id))[0]?.sentAt).toBeNull();
  expect((await notificationsOf(unknown.id))[0]?.sentAt).toBeNull();
});

it('reports the begin and the end of an incident to destinations of internal events', async () => {
  await world.destination({
    type: 'internal_destination',
    templateId: 'template-email',
    inputs: {
      to: { value: 'ops@example.com' },
      subject: { value: '{{ event.event }}' },
      text: { value: '{{ event.properties.insight_name }}: {{ event.properties.breaches }}' },
    },
    filters: { events: [{ id: '$insight_alert_firing' }, { id: '$insight_alert_resolved' }] },
  });
  const alert = await alertFor([]);
  await notify(alert.id, 'begun', 3);
  await waitUntil(() => expect(server.mails).toHaveLength(1));
  expect(server.mails[0]?.text).toMatch(/^Subject: \$insight_alert_firing/m);
  expect(server.mails[0]?.text).toContain('Payments: The value 3 is below 10.');
  await notify(alert.id, 'ended', 12);
  await waitUntil(() => expect(server.mails).toHaveLength(2));
  expect(server.mails[1]?.text).toMatch(/^Subject: \$insight_alert_resolved/m);

  await notify(alert.id, 'begun', 3);
  await waitUntil(() => expect(server.mails).toHaveLength(3));
  await createAlertRepository(world.database).delete(world.by, alert.id, new Date());
  await waitUntil(() => expect(server.mails).toHaveLength(4));
  expect(server.mails[3]?.text).toMatch(/^Subject: \$insight_alert_resolved/m);
});
