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
}
