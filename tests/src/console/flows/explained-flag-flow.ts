import { waitUntil } from '@tidemark/testing';
import type { Page } from 'playwright-core';
import type { Standalone } from '../../test-support/standalone';
import type { ConsolePage } from '../console-page';

/** Explains a flag for a user, saves it, switches it off, and restores an earlier state from its history. */
export async function useExplainedFlag(product: Standalone, visit: ConsolePage): Promise<void> {
  const flagOf = async (distinctId: string): Promise<unknown> => {
    const response = await fetch(`${product.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ token: product.projectApiKey, distinct_id: distinctId }),
    });
    const { flags } = (await response.json()) as { flags: Record<string, { enabled: boolean }> };
    return flags['for-pros']?.enabled;
  };
  const { page } = visit;
  await page.goto('/project/1/feature_flags/new');
  await page.getByLabel('Key').fill('for-pros');
  await page.getByLabel('Rollout of condition 1').fill('0');
  await page.getByLabel('Distinct id').fill('ann');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('this user is outside the rollout').waitFor();
  // Typed key by key: the field can be emptied before another number is typed.
  const rollout = page.getByLabel('Rollout of condition 1');
  await rollout.press('Backspace');
  await rollout.pressSequentially('100');
  await page.getByText('this condition decides').waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/feature_flags\/\d+$/);
  await waitUntil(async () => expect(await flagOf('ann')).toBe(true));

  await page.getByLabel('The flag is on').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name: 'off', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save these changes' }).click();
  await page.getByText('Saved for-pros.').waitFor();
  await waitUntil(async () => expect(await flagOf('ann')).not.toBe(true));

  // Restores the previous state from the history.
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Restore the previous state' }).first().click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save these changes' }).click();
  await waitUntil(async () => expect(await flagOf('ann')).toBe(true));
  await usesKeys(page);
  await fitsLongValues(visit);
}

/** The keys of lists: `j` and `k` move between rows, `/` goes to the filter. */
async function usesKeys(page: Page): Promise<void> {
  await page.goto('/project/1/feature_flags');
  await page.getByRole('link', { name: 'for-pros' }).waitFor();
  await page.keyboard.press('j');
  await page.locator('tbody tr:first-child a:focus').waitFor();
  await page.keyboard.press('/');
  await page.getByLabel('Search flags').and(page.locator(':focus')).waitFor();
}

/** A key and a regular expression without spaces must not widen the page. */
async function fitsLongValues({ page }: ConsolePage): Promise<void> {
  const property = { type: 'person', key: 'email', operator: 'regex', value: 'x'.repeat(300) };
  const made = await page.evaluate(async (filter) => {
    const response = await fetch('/api/projects/1/feature_flags/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Tidemark-Console': '1' },
      body: JSON.stringify({
        key: 'k'.repeat(200),
        filters: { groups: [{ properties: [filter] }] },
      }),
    });
    return (await response.json()) as { readonly id: number };
  }, property);
  await page.goto(`/project/1/feature_flags/${made.id}`);
  await page.getByRole('heading', { name: 'Conditions' }).waitFor();
  const overflow = await page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main'))`,
  );
  expect(overflow).toBe(0);
}
