import { startLimitedServer } from '../../import/limited-server';
import type { Standalone } from '../../test-support/standalone';
import { createProject, sourceRows } from '../../import/source-project';
import type { FlowSite } from './people-flow';

const MANY = 40_000;

/** Imports a project over HTTP with its report, and a CSV with a mapping; also failures and a cancelled import. */
export async function useImports(site: Omit<FlowSite, 'send'>, product: Standalone): Promise<void> {
  const screen = await importByAddress(site, product);
  await importDays(site, product, screen);
  await waitForSource(site, screen);
  await importFiles(site, screen);
}

/**
 * Imports a project over HTTP with its report; one import fails.
 *
 * @returns the path of the imports screen
 */
async function importByAddress(
  { visit, api }: Omit<FlowSite, 'send'>,
  product: Standalone,
): Promise<string> {
  const { page } = visit;
  const { id: source, token } = await createProject(api, 'Moves out');
  await api.post(`/api/projects/${source}/feature_flags/`, { key: 'moved', filters: {} });
  const batch = ['ann', 'ben'].map((distinct_id) => ({
    ...{ event: '<b>moved</b>', distinct_id, timestamp: '2026-01-02T03:04:05Z' },
  }));
  const body = JSON.stringify({ api_key: token, historical_migration: true, batch });
  await fetch(`${product.url}/batch/`, { method: 'POST', body });
  const { id: target } = await createProject(api, 'Moves in');
  const screen = `/project/${target}/settings/imports`;
  await page.goto(screen);
  await page.getByText('Nothing has been imported yet.').waitFor();
  await visit.checkAccessibility();
  await page.getByRole('textbox', { name: 'Address' }).fill('https://ann:secret@eu.posthog.com');
  await page.getByLabel('Project', { exact: true }).fill(String(source));
  await page.getByLabel('Personal key').fill('phx_wrong');
  await page.getByRole('button', { name: 'Import the project' }).click();
  await page.getByRole('alert').filter({ hasText: 'without a name' }).waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill(product.url);
  await page.getByRole('button', { name: 'Import the project' }).click();
  // The report of the import opens automatically.
  await page.getByRole('alert').filter({ hasText: 'it returned 401' }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('link', { name: 'All imports' }).click();
  await page.getByRole('row', { name: /posthog .* failed/ }).waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill(product.url);
  await page.getByLabel('Project', { exact: true }).fill(String(source));
  await page.getByLabel('Personal key').fill(product.personalApiKey);
  await page.getByRole('button', { name: 'Import the project' }).click();
  await page
    .getByText('The numbers of events and persons, and the values of flags, are equal.')
    .waitFor({ timeout: 120_000 });
  await page.getByRole('row', { name: 'Events 2 2' }).waitFor();
  await page.getByRole('row', { name: 'feature flags 1' }).waitFor();
  await visit.checkAccessibility();
  return screen;
}

/** A source that is read day by day: first an error at a field of the form, then an error of the source. */
async function importDays(
  { visit }: Omit<FlowSite, 'send'>,
  product: Standalone,
  screen: string,
): Promise<void> {
  const { page } = visit;
  await page.goto(`${screen}?from=amplitude`);
  await visit.checkAccessibility();
  await page.getByRole('tab', { name: 'Mixpanel' }).click();
  await page.getByLabel('Address (optional)').fill(product.url);
  await page.getByLabel('Project', { exact: true }).fill('77');
  await page.getByLabel('Service account', { exact: true }).fill('service.account');
  await page.getByLabel('Secret of the service account').fill('a secret');
  await page.getByLabel('First day').fill('2026-01-02');
  await page.getByLabel('Last day (optional)').fill('2026-01-01');
  await page.getByRole('button', { name: 'Import the events' }).click();
  await page.getByRole('alert').filter({ hasText: 'before the first day' }).waitFor();
  await visit.checkAccessibility();
  await page.getByLabel('Last day (optional)').fill('2026-01-03');
  await page.getByRole('button', { name: 'Import the events' }).click();
  // The address belongs to the product, which is not Mixpanel.
  await page.getByRole('alert').filter({ hasText: 'it returned 40' }).waitFor();
}

/** The import from a source that limits requests shows the end of its wait, and can be cancelled. */
async function waitForSource({ visit }: Omit<FlowSite, 'send'>, screen: string): Promise<void> {
  const { page } = visit;
  const source = await startLimitedServer();
  try {
    await page.goto(`${screen}?from=amplitude`);
    await page.getByLabel('Address (optional)').fill(source.url);
    await page.getByLabel('API key', { exact: true }).fill('an api key');
    await page.getByLabel('Secret key').fill('a secret');
    await page.getByLabel('First day').fill('2026-01-02');
    await page.getByRole('button', { name: 'Import the events' }).click();
    const waits = /^waiting for the source until \d\d:\d\d$/;
    await page.getByRole('status').filter({ hasText: waits }).waitFor();
    await visit.checkAccessibility();
    await page.getByRole('link', { name: 'All imports' }).click();
    const row = page.getByRole('row', {
      name: /amplitude .* waiting for the source until \d\d:\d\d/,
    });
    await row.getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('row', { name: /amplitude (?!.*being ).* cancelled/ })
      .waitFor({ timeout: 60_000 });
  } finally {
    await source.close();
  }
}

async function importFiles({ visit }: Omit<FlowSite, 'send'>, screen: string): Promise<void> {
  const { page } = visit;
  await page.goto(`${screen}?from=file`);
  await page.getByLabel('Source', { exact: true }).selectOption('csv');
  const csv = 'customer,at,total\nann,2026-02-04T00:00:00Z,12.5\n,2026-02-04T00:00:00Z,1\n';
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('Files', { exact: true }).setInputFiles(file);
  await page.getByText('Columns of the file: customer, at, total').waitFor();
  await page.getByLabel('Or one event for all rows').fill('order');
  await page.getByLabel('Column of the distinct id').fill('customer');
  await page.getByLabel('Column of the timestamp').fill('at');
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Import the files' }).click();
  await page.getByText('There are differences.').waitFor({ timeout: 120_000 });
  await page.getByRole('row', { name: /the row has no distinct id 1$/ }).waitFor();
  // Values that visitors sent are shown as text.
  await page.getByRole('row', { name: '2026-01-02 <b>moved</b> 0 2' }).waitFor();
  await visit.checkAccessibility();

  await page.goto(`${screen}?from=file`);
  await page.getByLabel('Source', { exact: true }).selectOption('posthog');
  const rows = Buffer.from(sourceRows(MANY).join(''));
  const many = { name: 'many.jsonl', mimeType: 'application/json', buffer: rows };
  await page.getByLabel('Files', { exact: true }).setInputFiles(many);
  await page.getByRole('button', { name: 'Import the files' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /^cancelled$/ })
    .waitFor({ timeout: 60_000 });
  await page.getByRole('link', { name: 'All imports' }).click();
  await page.getByRole('row', { name: /many\.jsonl cancelled/ }).waitFor();
}
