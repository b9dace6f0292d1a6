import { killProcess } from '../../test-support/product-processes';
import type { Standalone } from '../../test-support/standalone';
import type { ConsolePage } from '../console-page';

/** A page that is opened while the api is restarted says so, and becomes the asked page by itself. */
export async function opensDuringOutage(product: Standalone, { page }: ConsolePage): Promise<void> {
  const query = { kind: 'HogQLQuery', query: 'select 41 + 1 as answer' };
  const address = `/project/1/sql#q=${encodeURIComponent(JSON.stringify(query))}`;
  await page.goto('about:blank');
  killProcess(product.pid, 'api');
  const response = await page.goto(address);
  expect(response?.status()).toBeGreaterThanOrEqual(502);
  expect(await page.title()).toBe('Tidemark is unavailable');
  await page.getByRole('gridcell', { name: '42' }).waitFor();
}

/** An open page says that the server is unavailable, keeps its form, and loads what had failed. */
export async function continuesAfterOutage(
  product: Standalone,
  { page, faults }: ConsolePage,
): Promise<void> {
  await page.goto('/project/1/settings/account');
  await page.getByLabel('First name').fill('Typed before');
  killProcess(product.pid, 'api');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = page.getByText('The server is unavailable.');
  await notice.waitFor();
  await notice.waitFor({ state: 'detached' });
  expect(await page.getByLabel('First name').inputValue()).toBe('Typed before');

  await page.goto('/project/1/home');
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  killProcess(product.pid, 'api');
  await page.getByRole('link', { name: 'Cohorts' }).click();
  await notice.waitFor();
  await page.getByRole('heading', { name: 'Cohorts', level: 1 }).waitFor();
  await page.getByText('No cohorts yet').waitFor();
  expect(await notice.count()).toBe(0);
  // The response for a style sheet was an error, too.
  expect(faults().filter((fault) => !fault.includes('Refused to apply style'))).toEqual([]);
}

/** Parts of screens, and the request whose failure they show. */
const PARTS: readonly (readonly [path: string, request: string, picker?: string])[] = [
  // The list is loaded when its picker is opened.
  ['experiments/new', '**/experiment_saved_metrics/*', 'Shared primary metric'],
  ['feature_flags/new', '**/groups_types/'],
  ['data-management/properties', '**/groups_types/'],
  ['settings/members', '**/api/organizations/*/'],
  ['settings/activity', '**/api/organizations/*/members/*'],
  ['home', '**/api/instance_status/'],
];

/** A part of a screen that could not be loaded says so, and is loaded by Retry. */
export async function retriesPartOfForm({ page, faults }: ConsolePage): Promise<void> {
  for (const [path, request, picker] of PARTS) {
    // Not a temporary error, so that the request is not repeated before the error is shown.
    await page.route(request, (route) =>
      route.fulfill({ status: 418, json: { detail: 'Refused by the test' } }),
    );
    await page.goto(`/project/1/${path}`);
    if (picker !== undefined) await page.getByRole('button', { name: picker }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Refused by the test' });
    await alert.first().waitFor();
    await page.unroute(request);
    await alert.first().getByRole('button', { name: 'Retry' }).click();
    await alert.first().waitFor({ state: 'detached' });
  }
  expect(faults().filter((fault) => !fault.startsWith('418'))).toEqual([]);
}
