import type { FlowSite } from './people-flow';

/** Sends an event with an invalid timestamp. The warning must contain the event, its person and the value. */
export async function useWarnings({ visit, send }: FlowSite): Promise<void> {
  const { page } = visit;
  await send([{ event: 'late', distinct_id: 'eve', timestamp: 'not a time' }]);
  const heading = page.getByRole('heading', { name: 'Ignored invalid timestamp changed' });
  await page.goto('/project/1/data-management/warnings?severity=warning');
  // The warning is stored later than the event.
  while (!(await heading.isVisible())) {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.waitForTimeout(250);
  }
  await page.getByRole('button', { name: 'Examples of Ignored invalid timestamp' }).click();
  await page.getByRole('row', { name: /late of eve .*not a time/ }).waitFor();
  await page.getByRole('link', { name: 'eve', exact: true }).waitFor();
  await visit.checkAccessibility();
  await page.getByLabel('What happened').selectOption('Dropped');
  await page.getByRole('heading', { name: 'No warning matches' }).waitFor();
}

/** Pauses and resumes an export, and exports a range again. */
export async function useExports({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  await page.goto('/project/1/data-management/exports');
  await page.getByRole('heading', { name: 'No exports yet' }).waitFor();
  await page.getByRole('button', { name: 'New export' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Lake');
  await page.getByText('Both the id and the secret of an access key are needed.').waitFor();
  await visit.checkAccessibility();
  await page.getByLabel('Writes to').selectOption('File');
  await page.getByLabel('How often').selectOption('week');
  await page.getByLabel('Prefix').fill('lake');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Runs of Lake' }).waitFor();
  await page.getByRole('button', { name: 'Change Lake' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Data lake');
  await page.getByLabel('Not these events').fill('secret\nhidden');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: 'Runs of Data lake' }).waitFor();
  const { body } = await api.call('GET', '/api/projects/1/batch_exports/');
  expect((body as { readonly results: unknown }).results).toMatchObject([
    { destination: { type: 'File', config: { exclude_events: ['secret', 'hidden'] } } },
  ]);
  await page.getByRole('link', { name: 'Runs of all exports' }).click();
  await page.getByRole('button', { name: 'Pause Data lake' }).click();
  await page.getByText('paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Continue Data lake' }).click();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Continue from now' }).click();
  await page.getByRole('button', { name: 'Pause Data lake' }).waitFor();
  await page.getByRole('link', { name: 'Data lake' }).click();
  await page.getByRole('button', { name: 'Export the range' }).click();
  await page.getByRole('row', { name: /from the first row .* completed \d+/ }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('link', { name: 'Runs of all exports' }).click();
  await page.getByRole('heading', { name: 'Latest runs' }).waitFor();
  await page.getByRole('button', { name: 'Delete Data lake' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Data lake' }).click();
  await page.getByRole('heading', { name: 'No exports yet' }).waitFor();
}
