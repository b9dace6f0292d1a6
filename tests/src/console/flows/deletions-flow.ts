import { waitUntil } from '@tidemark/testing';
import type { FlowSite } from './people-flow';

/**
 * Deletes events by a filter: its link, the preview with samples, the confirmation by the count, and the completion.
 */
export async function useDeletions({ visit, api, send }: FlowSite): Promise<void> {
  const { page } = visit;
  const properties = { note: '<b>bold</b>' };
  await send(['ann', 'bob'].map((distinct_id) => ({ event: 'unwanted', distinct_id, properties })));
  const left = () => api.hogql(1, `select count() from events where event = 'unwanted'`);
  await waitUntil(async () => expect(await left()).toEqual([[2]]));
  await page.goto('/project/1/data-management/deletions');
  await page.getByText('No deletions yet.').waitFor();
  await page.getByRole('button', { name: 'Event: All events' }).click();
  await page.getByRole('combobox', { name: 'Event' }).fill('unwanted');
  await page
    .getByRole('option', { name: /unwanted/ })
    .first()
    .click();
  await page.getByLabel('Condition in HogQL (optional)').fill('nonsense(');
  await page.getByRole('button', { name: 'Show what would be deleted' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Condition in HogQL (optional)').fill('');
  // The filter is stored in the URL.
  await page.reload();
  await page.getByRole('button', { name: 'Remove unwanted' }).waitFor();
  await page.getByRole('button', { name: 'Show what would be deleted' }).click();
  await page.getByText(/^2 events would be deleted/).waitFor();
  await page.locator('summary').first().click();
  await page.getByText('<b>bold</b>').first().waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Delete 2 events' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Type the number/).fill('3');
  expect(await dialog.getByRole('button', { name: 'Delete the events' }).isDisabled()).toBe(true);
  await dialog.getByLabel(/^Type the number/).fill('2');
  await visit.checkAccessibility();
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /unwanted completed 2 of 2/ }).waitFor();
  await waitUntil(async () => expect(await left()).toEqual([[0]]));
  await visit.checkAccessibility();
}
