import { MARKUP } from '../markup';
import type { FlowSite } from './people-flow';

/** Builds each kind of insight; saves, annotates and changes one, and shows its history. */
export async function useInsightKinds({ visit }: FlowSite): Promise<void> {
  const { page } = visit;
  await page.goto('/project/1/insights/new');
  const kinds = page.getByRole('group', { name: 'Kind of insight' });
  for (const kind of ['Funnel', 'Retention', 'Paths', 'Stickiness', 'Lifecycle', 'Trends']) {
    await kinds.getByRole('button', { name: kind }).click();
    await page.locator(`[aria-pressed="true"]:text-is("${kind}")`).waitFor();
    await page.waitForLoadState('networkidle');
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await visit.checkAccessibility();
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Everything');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Everything', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Add an annotation' }).click();
  await page.getByLabel('What happened').fill(MARKUP);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const notes = page.getByRole('region', { name: 'Annotations' });
  await notes.getByText(MARKUP).waitFor();
  await notes.getByRole('button', { name: /^Change the annotation/ }).click();
  await page.getByLabel('What happened').fill('Release 2');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await notes.getByText('Release 2').waitFor();
  await visit.checkAccessibility();
  await notes.getByRole('button', { name: /^Delete the annotation/ }).click();
  await notes.getByText('Release 2').waitFor({ state: 'detached' });

  await page.getByRole('group', { name: 'Kind of insight' }).getByText('Lifecycle').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').first().waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const history = page.getByRole('dialog');
  await history.getByText('The query changed.').first().waitFor();
  await visit.checkAccessibility();
  await history.getByRole('button', { name: 'Open the query before this change' }).first().click();
  await page.locator('[aria-pressed="true"]:text-is("Trends")').waitFor();
  await page.getByRole('button', { name: 'Discard' }).waitFor();
}
