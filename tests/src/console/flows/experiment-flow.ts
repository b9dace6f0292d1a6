import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../../test-support/api-client';
import type { ConsolePage } from '../console-page';
import { conversionsByVariant } from './experiment-answers';

interface Site {
  readonly visit: ConsolePage;
  readonly api: ApiClient;
  /** The id of the project with the sample data. */
  readonly project: number;
}

const DAY_MS = 86_400_000;
/** The time that ninety days of results may take on a busy machine. */
const CALCULATION_MS = 180_000;

/** Creates an experiment, compares its results with independently computed ones, and ends it with a decision. */
export async function useExperiments({ visit, api, project }: Site): Promise<void> {
  const { page } = visit;
  const metric = { kind: 'ExperimentMetric', metric_type: 'mean' };
  const source = { kind: 'EventsNode', event: 'order paid' };
  const list = `/api/projects/${project}/experiment_saved_metrics/`;
  const shared = await api.post(list, { name: 'Orders', query: { ...metric, source } });
  expect(shared.status).toBe(201);
  await page.goto(`/project/${project}/experiments`);
  await page.getByText('No experiments yet').waitFor();
  await page.getByRole('button', { name: 'New experiment' }).click();
  await create(page);
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Create as a draft' }).click();
  await page.waitForURL(/\/experiments\/\d+/);
  const id = Number(/experiments\/(\d+)/.exec(page.url())?.[1]);

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page.getByText('running', { exact: true }).waitFor();
  // The start of the experiment is moved before the sample data.
  const path = `/api/projects/${project}/experiments/${id}/`;
  const from = new Date(Date.now() - 90 * DAY_MS).toISOString();
  expect((await api.call('PATCH', path, { start_date: from })).status).toBe(200);

  await page.goto(`/project/${project}/experiments/${id}`);
  await page.getByText('The split is as configured.').waitFor();
  const table = page.getByRole('region', { name: 'Conversion to order paid', exact: true });
  await table.waitFor();
  await visit.checkAccessibility();
  const wanted = await conversionsByVariant(api, project, 'new-checkout', 'order paid');
  expect((await rowsOf(table)).map((row) => row.slice(0, 6))).toEqual(wanted);

  await seeDays(page);
  await visit.checkAccessibility();
  const [, , converted = ''] = wanted[0] ?? [];
  await table.getByRole('button', { name: /^control, .*show people$/ }).click();
  await page.getByRole('dialog').getByText(`exactly the number ${converted}.`).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Create a cohort of its people' }).click();
  await page.getByRole('heading', { name: 'Users exposed to experiment', level: 1 }).waitFor();
  await page.goto(`/project/${project}/experiments/${id}`);
  await decide(page);
  await visit.checkAccessibility();
  const { body } = await api.call('GET', path);
  const ended = body as { status: string; conclusion: string; feature_flag: { filters: object } };
  expect(ended).toMatchObject({ status: 'stopped', conclusion: 'won' });
  expect(ended.feature_flag.filters).toMatchObject({
    multivariate: {
      variants: [
        { key: 'control', rollout_percentage: 0 },
        { key: 'test', rollout_percentage: 100 },
      ],
    },
  });
}

async function create(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).first().fill('Checkout on one page');
  await page.getByRole('button', { name: 'Flag: A new flag' }).click();
  await page.keyboard.type('new-checkout');
  await page.getByRole('option', { name: 'new-checkout', exact: true }).click();
  await page.getByRole('button', { name: 'Add a primary metric' }).click();
  await page.getByRole('menuitem', { name: /^Conversion/ }).click();
  await page.getByRole('button', { name: /^Step 1/ }).click();
  await page.keyboard.type('order paid');
  await page.getByRole('option', { name: 'order paid', exact: true }).click();
  await page.getByRole('button', { name: 'Event: Choose an event' }).click();
  await page.getByRole('option', { name: 'checkout started', exact: true }).click();
  await page.getByText(/^About \d.* people per variant\.$/).waitFor();
  // A shared metric in one list cannot be added to the other one.
  await page.getByRole('button', { name: /^Shared primary metric/ }).click();
  await page.getByRole('option', { name: 'Orders', exact: true }).click();
  await page.getByText(/^Shared: Orders/).waitFor();
  await page.getByRole('button', { name: /^Shared secondary metric/ }).click();
  const used = page.getByRole('option', { name: 'Orders (it is used in the other list)' });
  expect(await used.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove Orders' }).press('Enter');
  await page.getByText(/^Shared: Orders/).waitFor({ state: 'detached' });
  await page.locator('main :focus').waitFor();
}

/** Calculates the results of all days, and checks that each day's change lies in its interval. */
async function seeDays(page: Page): Promise<void> {
  await page.getByText('Change over time').click();
  await page.getByRole('button', { name: 'Calculate all days' }).click();
  const progress = page.getByText('All days are being calculated');
  await progress.waitFor();
  await progress.waitFor({ state: 'detached', timeout: CALCULATION_MS });
  const rows = await rowsOf(page.getByRole('region', { name: 'Values of Change by day' }));
  expect(rows.map(([name]) => name)).toEqual(['test', 'test: interval from', 'test: interval to']);
  const [change = [], from = [], to = []] = rows.map((row) => row.slice(1).map(shareOf));
  // The sample data begins some weeks ago, and the first days have too few people.
  expect(change.length).toBeGreaterThan(10);
  expect(change.every((value, day) => value > Number(from[day]) && value < Number(to[day]))).toBe(
    true,
  );
}

/** The number in a text such as `−4.2%`. */
function shareOf(text: string): number {
  return Number(text.replace('−', '-').replace('%', ''));
}

async function decide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End with a decision' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Decision').selectOption('won');
  await dialog.getByLabel('Reason').fill('More people order.');
  await dialog.getByLabel('Variant to ship').selectOption('test');
  await dialog.getByRole('button', { name: 'Ship test' }).click();
  await page.getByText('Decision: won. More people order.').waitFor();
}

/** The texts of the cells. The cell with the bar of an interval has no text. */
async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) =>
      (await row.locator('th, td').allInnerTexts()).map((text) => text.trim()),
    ),
  );
}
