import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from '../test-support/api';
import { startTestApi } from '../test-support/api';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi(await createIsolatedStores());
});
afterAll(() => api.stop());

const P = '/api/projects/1';

/** The time on a clock of this zone, such as `09:30`. */
const clock = (at: string, timeZone: string): string =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' });

it('moves planned checks of alerts and deliveries of subscriptions with the time zone', async () => {
  const query = {
    kind: 'InsightVizNode',
    source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] },
  };
  const insight = (await api.call('POST', `${P}/insights/`, { json: { query } })).body.id;
  const threshold = { configuration: { type: 'absolute', bounds: { lower: 1 } } };
  const alert = await api.call('POST', `${P}/alerts/`, {
    json: { insight, threshold, subscribed_users: [], calculation_interval: 'daily' },
  });
  const alertPath = `${P}/alerts/${String(alert.body.id)}/`;
  // Another restriction plans the next check; until then the alert is due at once.
  const blocked_windows = [{ start: '12:00', end: '13:00' }];
  await api.call('PATCH', alertPath, { json: { schedule_restriction: { blocked_windows } } });
  const subscription = await api.call('POST', `${P}/subscriptions/`, {
    json: {
      ...{ insight, target_type: 'email', target_value: 'ann@example.com', frequency: 'daily' },
      ...{ start_date: '2026-01-01T09:30:00Z', title: 'Daily' },
    },
  });
  const subscriptionPath = `${P}/subscriptions/${String(subscription.body.id)}/`;
  const planned = async () => ({
    alert: String((await api.call('GET', alertPath)).body['next_check_at']),
    subscription: String((await api.call('GET', subscriptionPath)).body['next_delivery_date']),
  });
  expect(clock((await planned()).subscription, 'UTC')).toBe('09:30');
  for (const timezone of ['Asia/Tokyo', 'America/New_York']) {
    expect((await api.call('PATCH', `${P}/`, { json: { timezone } })).status).toBe(200);
    const next = await planned();
    expect(clock(next.alert, timezone)).toMatch(/^01:/);
    expect(new Date(next.alert).getTime()).toBeGreaterThan(Date.now());
    // A start in UTC has another time of day in the zone, which the deliveries keep.
    expect(clock(next.subscription, timezone)).toBe(clock('2026-01-01T09:30:00Z', timezone));
  }
});
