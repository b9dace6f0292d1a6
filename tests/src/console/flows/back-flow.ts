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
