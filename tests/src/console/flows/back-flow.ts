import type { Page } from 'playwright-core';
import type { FlowSite } from './people-flow';

/** Each finished edit of the address is a step of Back in the browser: filters, tabs, and a typed text as one step. */
export async function goesBackByEdits({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  const made = await api.post('/api/projects/1/feature_flags/', { key: 'back-flag', filters: {} });
  const { id } = made.body as { id: number };
  await page.goto('/project/1/home');
  await page.goto('/project/1/feature_flags');
  const search = page.getByRole('searchbox', { name: 'Search flags' });
  const state = page.getByRole('combobox', { name: 'State' });
  await search.pressSequentially('back');
  await state.selectOption({ label: 'On' });
  await page.waitForURL(/text=back&state=on/);
  await page.getByRole('link', { name: 'back-flag' }).click();
  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.waitForURL(/part=usage/);

  await page.goBack();
  await page.waitForURL(new RegExp(`/feature_flags/${id}$`));
  expect(await page.getByRole('tab', { name: 'Release' }).getAttribute('aria-selected')).toBe(
    'true',
  );
  await page.goBack();
  await page.waitForURL(/text=back&state=on/);
  expect([await search.inputValue(), await state.inputValue()]).toEqual(['back', 'on']);
  await page.goBack();
  await page.waitForURL(/text=back$/);
  expect([await search.inputValue(), await state.inputValue()]).toEqual(['back', '']);
  await page.goBack();
  await page.waitForURL(/\/feature_flags$/);
  expect(await search.inputValue()).toBe('');
  await page.goBack();
  await page.waitForURL(/\/home$/);
  await keepsPanelsInAddress(page, id);
  await keepsSeriesInAddress(page);
  await keepsOpenPartsInAddress({ visit, api }, id);
}

/** The series that a chart hides are in the URL, also after an edit of the query. */
async function keepsSeriesInAddress(page: Page): Promise<void> {
  const series = ['viewed', 'bought'].map((event) => ({ kind: 'EventsNode', event, name: event }));
  const query = { kind: 'TrendsQuery', series, dateRange: { date_from: '-7d' } };
  await page.goto(`/project/1/insights/new#q=${encodeURIComponent(JSON.stringify(query))}`);
  const bought = page.getByRole('checkbox', { name: 'Show bought' });
  await bought.uncheck();
  await page.getByText('1 of 2 series are drawn').waitFor();
  await page.waitForURL(/#q=.*&series=/);
  await page.getByRole('combobox', { name: 'Interval' }).selectOption('week');
  await page.waitForURL(/series=.*&q=.*week/);
  await page.reload();
  await bought.waitFor();
  expect(await bought.isChecked()).toBe(false);
  await page.goBack();
  await page.goBack();
  await page.waitForURL((url) => !url.hash.includes('series='));
  await page.getByText('1 of 2 series are drawn').waitFor({ state: 'detached' });
  expect(await bought.isChecked()).toBe(true);
}

/** The plan of an experiment, unfolded entries of the activity log and the tables of SQL are in the URL. */
async function keepsOpenPartsInAddress(
  { visit: { page }, api }: Pick<FlowSite, 'visit' | 'api'>,
  flagId: number,
): Promise<void> {
  await page.goto('/project/1/experiments/new?plan=viewed');
  await page.getByRole('button', { name: 'Event: viewed' }).press('Enter');
  await page.getByRole('option', { name: 'bought', exact: true }).click();
  await page.waitForURL(/plan=bought/);
  await page.goBack();
  await page.getByRole('button', { name: 'Event: viewed' }).waitFor();

  const changed = await api.call('PATCH', `/api/projects/1/feature_flags/${flagId}/`, {
    ...{ name: 'Back', active: false, tags: ['a'], ensure_experience_continuity: true },
    filters: { groups: [{ properties: [], rollout_percentage: 7 }], payloads: { true: '1' } },
  });
  expect(changed.status).toBe(200);
  await page.goto(`/project/1/settings/activity?kind=FeatureFlag&item=${flagId}`);
  await page
    .getByRole('button', { name: /^Show \d+ more$/ })
    .first()
    .click();
  await page.waitForURL(/open=/);
  await page.reload();
  await page.getByRole('button', { name: 'Show fewer' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Show fewer' }).waitFor({ state: 'detached' });

  await page.goto('/project/1/sql');
  const tables = page.getByRole('complementary', { name: 'Tables and columns' });
  await tables.getByRole('searchbox').pressSequentially('cohort');
  await page.waitForURL(/find=cohort/);
  await page.getByRole('button', { name: 'Ask in English' }).click();
  await page.waitForURL(/ask=yes/);
  await page.reload();
  await page.getByRole('button', { name: 'Close the question' }).waitFor();
  expect(await tables.getByRole('searchbox').inputValue()).toBe('cohort');
  await tables.getByRole('button', { name: 'Hide tables and columns' }).click();
  await page.waitForURL(/schema=hidden/);
  await page.reload();
  await page.getByRole('button', { name: 'Close the question' }).waitFor();
  expect(await tables.count()).toBe(0);
}

/** The open tab of SQL, its chart, an open panel and the explained user are in the URL. */
async function keepsPanelsInAddress(page: Page, flagId: number): Promise<void> {
  await page.goto('/project/1/sql');
  const editor = page.getByRole('textbox', { name: /SQL/ });
  const tab = page.getByRole('list', { name: 'Queries' }).locator('[aria-current]');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('select 1 as first, 2 as second');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('gridcell', { name: '1', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Chart' }).click();
  await page.getByLabel('Drawn as').selectOption('bars');
  await page.waitForURL(/view=chart&drawn=bars/);
  await page.reload();
  expect(await page.getByLabel('Drawn as').inputValue()).toBe('bars');
  const name = await tab.innerText();
  await page.getByRole('button', { name: 'New query' }).click();
  await page.waitForURL((url) => url.hash === '' && url.search === '');
  const added = await tab.innerText();
  expect(added).not.toBe(name);
  await page.reload();
  await editor.waitFor();
  expect(await tab.innerText()).toBe(added);
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL(/#q=.*second/);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await page.reload();
  await page.getByRole('dialog', { name: 'Queries of the last day' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.search === '');

  const user = 'ann & "bob" 100%';
  await page.goto(`/project/1/feature_flags/${flagId}`);
  await page.getByLabel('Distinct id').fill(user);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByRole('link', { name: user }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: user }).waitFor();
  expect(await page.getByLabel('Distinct id').inputValue()).toBe(user);
  await page.goBack();
  await page.getByRole('link', { name: user }).waitFor({ state: 'detached' });
}
