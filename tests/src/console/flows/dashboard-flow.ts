import type { FlowSite } from './people-flow';

/**
 * Adds insights and a text to a dashboard, arranges them by keys and by dragging, sets, saves and links a view, and
 * duplicates the dashboard.
 */
export async function useDashboard({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  const made = await api.post('/api/projects/1/dashboards/', { name: 'Shop' });
  const { id } = made.body as { id: number };
  for (const event of ['viewed', 'bought']) {
    await api.post('/api/projects/1/insights/', {
      name: `All ${event}`,
      saved: true,
      dashboards: [id],
      query: {
        kind: 'InsightVizNode',
        source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event, name: event }] },
      },
    });
  }
  const titles = (): Promise<string[]> => page.locator('ol > li h2').allInnerTexts();
  await page.goto(`/project/1/dashboard/${id}`);
  await page.getByRole('link', { name: 'All viewed' }).waitFor();
  await page.getByRole('button', { name: 'Add a text' }).click();
  await page.getByLabel('Text', { exact: true }).fill('# Notes\n- <b>one</b>');
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByText('<b>one</b>').waitFor();
  await visit.checkAccessibility();

  await page.getByRole('button', { name: /^Move All viewed/ }).press('ArrowDown');
  await page.getByText('All viewed: position 2 of 3').waitFor();
  expect(await titles()).toEqual(['All bought', 'All viewed', 'Notes']);
  await page
    .getByRole('button', { name: /^Move Notes/ })
    .dragTo(page.getByRole('region', { name: 'All bought' }));
  await page.locator('ol > li h2').first().getByText('Notes').waitFor();
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.getByRole('link', { name: 'All viewed' }).waitFor();
  expect(await titles()).toEqual(['Notes', 'All bought', 'All viewed']);

  await page.getByRole('button', { name: 'Range: Range of each insight' }).click();
  await page.getByRole('button', { name: 'Last 14 days' }).click();
  await page.getByRole('button', { name: 'Range: Last 14 days' }).waitFor();
  expect(decodeURIComponent(new URL(page.url()).hash)).toContain('-14d');
  await page.getByRole('button', { name: 'Save for everyone' }).click();
  await page.getByRole('button', { name: 'Save for everyone' }).waitFor({ state: 'detached' });
  await page.goto(`/project/1/dashboard/${id}`);
  await page.getByRole('button', { name: 'Range: Last 14 days' }).waitFor();
  await visit.checkAccessibility();

  await page.getByRole('button', { name: 'Commands for the dashboard' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { name: 'Shop (copy)', level: 1 }).waitFor();
  await page.getByText('<b>one</b>').waitFor();
}
