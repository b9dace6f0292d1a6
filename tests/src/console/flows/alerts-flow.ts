import type { FlowSite } from './people-flow';

/** Creates an alert on an insight, snoozes it and ends the snooze, shows its checks, and deletes it. */
export async function useAlerts({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  const source = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] };
  const made = await api.post('/api/projects/1/insights/', {
    name: 'Watched',
    saved: true,
    query: { kind: 'InsightVizNode', source },
  });
  await page.goto(`/project/1/insights/${(made.body as { short_id: string }).short_id}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Alerts' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('No alerts yet').waitFor();
  await drawer.getByLabel('Name').fill('Payments are low');
  await drawer.getByLabel('Threshold').fill('10');
  await drawer.getByRole('button', { name: 'Create alert' }).click();
  await drawer.getByRole('heading', { name: 'Payments are low' }).waitFor();
  await visit.checkAccessibility();
  await drawer.getByRole('button', { name: 'Snooze for a day' }).click();
  await drawer.getByText('Snoozed', { exact: true }).waitFor();
  await drawer.getByRole('button', { name: 'End snooze' }).click();
  await drawer.getByText('Snoozed', { exact: true }).waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Show the checks' }).click();
  await drawer.getByText(/^Not checked yet|at least 10/).waitFor();
  await drawer.getByRole('button', { name: 'Delete Payments are low' }).click();
  await drawer.getByText('No alerts yet').waitFor();
}
