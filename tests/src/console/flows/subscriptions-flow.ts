import type { FlowSite } from './people-flow';

/**
 * Creates a subscription to an insight, pauses and resumes it, sends it once, changes and deletes it; then opens the
 * panel of a dashboard.
 */
export async function useSubscriptions({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  const source = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] };
  const made = await api.post('/api/projects/1/insights/', {
    name: 'Reported',
    saved: true,
    query: { kind: 'InsightVizNode', source },
  });
  // A time zone other than UTC and the browser's, whose offset is not a whole number of hours.
  const zone = 'Asia/Kathmandu';
  await api.call('PATCH', '/api/projects/1/', { timezone: zone });
  await page.goto(`/project/1/insights/${(made.body as { short_id: string }).short_id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Subscriptions' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('No subscriptions yet').waitFor();
  await drawer.getByLabel('Title').fill('Every Monday');
  await drawer.getByLabel('Recipients').fill('ann@example.com');
  const first = drawer.getByLabel(`First delivery (${zone})`);
  expect(await first.inputValue()).toMatch(/T\d\d:00$/);
  await first.fill('2027-01-04T09:00');
  await drawer.getByRole('button', { name: 'Subscribe' }).press('Enter');
  await drawer.getByRole('heading', { name: 'Every Monday' }).waitFor();
  await drawer.getByText('E-mail: ann@example.com').waitFor();
  const listed = await api.call('GET', '/api/projects/1/subscriptions/');
  const [{ id, start_date: start }] = (
    listed.body as { results: [{ id: number; start_date: string }] }
  ).results;
  expect(new Date(start).toISOString()).toBe('2027-01-04T03:15:00.000Z');
  // A client may store seconds, which the form does not show.
  const path = `/api/projects/1/subscriptions/${id}/`;
  await api.call('PATCH', path, { start_date: '2027-01-04T03:15:42Z' });
  await page.reload();
  await visit.checkAccessibility();
  await drawer.getByRole('button', { name: 'Pause' }).click();
  await drawer.getByText('Paused', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Resume' }).click();
  await drawer.getByText('Active', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'Send now' }).click();
  await drawer.getByRole('list', { name: 'Deliveries' }).getByText('manually').waitFor();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Repeat').first().selectOption({ label: 'Every day' });
  await drawer.getByRole('button', { name: 'Save the changes' }).press('Enter');
  // The button that opened the form has the focus again.
  await drawer.getByRole('button', { name: 'Edit' }).and(page.locator(':focus')).waitFor();
  await drawer.getByText('sent every day').waitFor();
  const kept = (await api.call('GET', path)).body as { start_date: string };
  expect(new Date(kept.start_date).toISOString()).toBe('2027-01-04T03:15:42.000Z');
  await drawer.getByRole('button', { name: 'Delete Every Monday' }).click();
  await drawer.getByText('No subscriptions yet').waitFor();
  await api.call('PATCH', '/api/projects/1/', { timezone: 'UTC' });
  const board = await api.post('/api/projects/1/dashboards/', { name: 'Reported' });
  await page.goto(`/project/1/dashboard/${(board.body as { id: number }).id}?panel=subscriptions`);
  await page.getByRole('dialog').getByText('No subscriptions yet').waitFor();
}
