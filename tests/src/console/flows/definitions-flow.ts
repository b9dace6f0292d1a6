import type { FlowSite } from './people-flow';

/** Creates an action from an element that a visitor clicked. The matching events are shown while it is edited. */
export async function useClickedElement({ visit }: FlowSite): Promise<void> {
  const { page } = visit;
  await page.goto('/project/1/activity');
  await page.getByRole('gridcell', { name: '$autocapture' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Elements' }).click();
  await visit.checkAccessibility();
  await drawer.getByRole('link', { name: 'Create an action', exact: true }).last().click();
  await page.waitForURL(/data-management\/actions\/new/);
  const matches = page.getByRole('status').filter({ hasText: 'of the last 7 days' });
  await matches.filter({ hasText: '1 event ' }).waitFor();
  expect(await page.getByLabel('Selector of the element of step 1').inputValue()).toBe(
    String.raw`main[id="shop \"of\" <b>"] > button.buy.md\:w-\[10px\]`,
  );
  await page.getByLabel('Text of the element of step 1').fill('Something else');
  await matches.filter({ hasText: '0 events ' }).waitFor();
  await page.getByLabel('Text of the element of step 1').fill('Buy now');
  await matches.filter({ hasText: '1 event ' }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/data-management\/actions\/\d+$/);
  await page.getByText('No insight or cohort uses this action.').waitFor();

  // Typed values are kept after a reload; the list shows the saved values.
  await page.getByLabel('Name').fill('Wants to buy');
  await page.reload();
  await page.getByText('not saved').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved Wants to buy.').waitFor();
  await page.getByRole('link', { name: 'All actions' }).click();
  await page.getByRole('link', { name: 'Wants to buy' }).waitFor();
}

/** Edits a definition: description, tags, verified and hidden; and shows the values of a property. */
export async function useDefinitions({ visit }: FlowSite): Promise<void> {
  const { page } = visit;
  await page.goto('/project/1/data-management/events');
  await page.getByRole('link', { name: 'viewed', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Description').fill('Somebody looked at a page.');
  await drawer.getByLabel('Tags').fill('Shop');
  await drawer.getByLabel(/^Verified/).check();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved viewed.').waitFor();
  await visit.checkAccessibility();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Verified').selectOption('true');
  await page.getByText('Somebody looked at a page.').waitFor();
  await page.getByText('1 of 1').waitFor();

  await page.goto('/project/1/data-management/properties?of=person');
  await page.getByRole('link', { name: 'plan', exact: true }).click();
  await drawer.getByLabel('Type').selectOption('String');
  await drawer.getByLabel(/^Hidden/).check();
  await drawer.getByRole('region', { name: 'Values' }).getByText('free').waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved plan.').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'plan', exact: true }).waitFor({ state: 'detached' });
}

/** Creates a table from a file, a view that reads the table, and a join from events to it. */
export async function useTables({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  await page.goto('/project/1/data-management/tables');
  await page.getByLabel('Name', { exact: true }).fill('customers');
  const buffer = Buffer.from('id,segment\nann,gold\nbob,"<b>silver</b>"\n');
  const file = { name: 'customers.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByText('Loaded customers.').waitFor();
  await page.getByText('completed').waitFor();
  await visit.checkAccessibility();

  await page.getByRole('tab', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('gold');
  await page.getByLabel('SQL').fill(`select id from customers where segment = 'gold'`);
  await page.getByRole('button', { name: 'Create the view' }).click();
  await page.getByText('Saved the view gold.').waitFor();
  await visit.checkAccessibility();
  // By keyboard: the form gets the focus, and gives it back to the row.
  const opener = page.getByRole('button', { name: 'Change gold' });
  await opener.press('Enter');
  await page.locator('input:focus').and(page.getByLabel('Name of the view')).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await opener.and(page.locator(':focus')).waitFor();

  await page.getByRole('tab', { name: 'Joins' }).click();
  const fields = ['events', 'distinct_id', 'customers', 'id', 'customer'];
  const labels = ['Table', 'Key of the table', 'Other table', 'Key of the other table'];
  for (const [at, label] of [...labels, 'Name of the new field'].entries()) {
    await page.getByLabel(label, { exact: true }).fill(fields[at] ?? '');
  }
  await page.getByRole('button', { name: 'Create the join' }).click();
  await page.getByText('Saved the join customer.').waitFor();
  await visit.checkAccessibility();
  expect(
    await api.hogql(1, `select customer.segment from events where event = 'bought' order by 1`),
  ).toEqual([['<b>silver</b>'], ['gold']]);
  await page.getByRole('button', { name: 'Delete customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click();
  await page.getByRole('heading', { name: 'No joins yet' }).waitFor();
}
