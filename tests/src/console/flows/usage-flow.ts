import { waitUntil } from '@tidemark/testing';
import type { FlowSite } from './people-flow';

/** Sets a limit for the month, shows that it is reached, and removes it. */
export async function useUsage({ visit, send }: FlowSite): Promise<void> {
  const { page } = visit;
  await send([{ event: 'counted', distinct_id: 'ann' }]);
  await page.goto('/project/1/home');
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('region', { name: 'Usage of this month' }).waitFor();
  const row = page.getByRole('row', { name: /^Events/ }).first();
  await page.getByLabel('Events', { exact: true }).fill('many');
  await page.getByText('Events: enter a whole number or leave it empty.').waitFor();
  await page.getByLabel('Events', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await page.getByText('Saved the limits.').first().waitFor();
  await waitUntil(async () => {
    await page.reload();
    await page.getByRole('region', { name: 'Usage of this month' }).waitFor();
    expect(await row.textContent()).toContain('limited');
  });
  await visit.checkAccessibility();
  await page.getByLabel('Events', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save the limits' }).click();
  await page.getByText('Saved the limits.').first().waitFor();
  await waitUntil(async () => {
    await page.reload();
    await page.getByRole('region', { name: 'Usage of this month' }).waitFor();
    expect(await row.textContent()).toContain('no limit');
  });
}
