import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../../test-support/api-client';
import type { ConsolePage } from '../console-page';
import {
  campaignsThatBringPeopleBack,
  companiesThatStopped,
  conversionsOfFunnel,
  effectOfFlag,
} from './second-answers';

/** The maximum number of clicks to the answer of a question (`docs/console.md`). */
const MOST_CLICKS = 8;

interface Site {
  readonly visit: ConsolePage;
  readonly api: ApiClient;
  /** The id of the project with the sample data. */
  readonly project: number;
}

/**
 * Everyday questions on the sample data, each by its documented path. The answers are compared with independently
 * computed ones.
 */
export async function useQuestions(site: Site): Promise<void> {
  await askForCampaign(site);
  await askForFunnel(site);
  await askForCompanies(site);
  await askForFlag(site);
  await askForIngestion(site);
}

async function askForCampaign({ visit, api, project }: Site): Promise<void> {
  const path = await begin(visit.page, project);
  await path.link('Insights');
  await path.link('New insight');
  await path.button('Retention');
  await path.button('Break down by: No breakdown');
  await visit.page.locator('input:focus').waitFor();
  await visit.page.keyboard.type('initial_utm_campaign');
  await path.click(visit.page.getByRole('option', { name: /^\$initial_utm_campaign/ }));
  const table = visit.page.getByRole('region', { name: /^Means of/ });
  await table.waitFor();
  await visit.checkAccessibility();
  const shown = (await rowsOf(table)).map(([name, , , week1]) => [name, week1]);
  const wanted = await campaignsThatBringPeopleBack(api, project);
  expect(wanted.size).toBeGreaterThan(3);
  expect(new Map(shown as [string, string][])).toEqual(wanted);
  path.end();
}

async function askForFunnel({ visit, api, project }: Site): Promise<void> {
  const path = await begin(visit.page, project);
  await path.link('Dashboards');
  await path.link('Shop');
  await path.link('From product to order');
  await path.choose('Compare by', 'Properties of people');
  const table = visit.page.getByRole('region', { name: 'Correlations' });
  await table.waitFor();
  await visit.checkAccessibility();
  const rows = await rowsOf(table);
  expect(rows.length).toBeGreaterThan(3);
  const wanted = await conversionsOfFunnel(api, project, [
    'product viewed',
    'added to cart',
    'checkout started',
    'order paid',
  ]);
  for (const [property = '', , converted, dropped] of rows) {
    expect([property, `${converted} of ${dropped}`]).toEqual([property, wanted(property)]);
  }
  path.end();
  await compareAtStep({ visit, api, project }, table);
  await linkPeople(visit.page);
}

/** People that are opened on a dashboard have a link. */
async function linkPeople(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await page.getByRole('link', { name: 'Shop' }).click();
  await page.getByRole('button', { name: 'added to cart, reached' }).click();
  const people = page.getByRole('dialog', { name: /added to cart/ });
  await people.waitFor();
  await page.reload();
  await people.waitFor();
  await page.keyboard.press('Escape');
  await people.waitFor({ state: 'detached' });
}

/** The same comparison for one step: those who dropped off right before it, with those who reached it. */
async function compareAtStep({ visit, api, project }: Site, table: Locator): Promise<void> {
  const { page } = visit;
  const at = page.getByLabel('Compare at', { exact: true });
  await at.selectOption('Step 2: added to cart');
  await table.getByRole('columnheader', { name: 'Dropped off' }).waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  const wanted = await conversionsOfFunnel(api, project, ['product viewed', 'added to cart']);
  const rows = await rowsOf(table);
  expect(rows.length).toBeGreaterThan(3);
  for (const [property = '', , reached, dropped] of rows) {
    expect([property, `${reached} of ${dropped}`]).toEqual([property, wanted(property)]);
  }
  await visit.checkAccessibility();
  // The list of people has as many people as the number, and a reload shows the same table.
  const opened = rows.findIndex(([, , , people]) => people !== '0');
  const dropped = rows[opened]?.[3] ?? '';
  await table
    .getByRole('row')
    .nth(opened + 1)
    .getByRole('button')
    .last()
    .click();
  const panel = page.getByRole('dialog').filter({ hasText: 'Dropped off before added to cart' });
  await panel
    .getByText(dropped === '1' ? '1 person' : `${dropped} people`)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await table.getByRole('columnheader', { name: 'Dropped off' }).waitFor();
  expect(await rowsOf(table)).toEqual(rows);
  await at.selectOption('The whole funnel');
  await table.getByRole('columnheader', { name: 'Did not convert' }).waitFor();
}

async function askForCompanies({ visit, api, project }: Site): Promise<void> {
  const path = await begin(visit.page, project);
  await path.link('Groups');
  await path.choose('Activity', 'Quiet for 14 days');
  await visit.page.getByRole('gridcell', { name: 'lumen', exact: true }).waitFor();
  await visit.checkAccessibility();
  const keys = await visit.page
    .locator('[role="row"] [role="gridcell"]:nth-child(2)')
    .allInnerTexts();
  expect(new Set(keys)).toEqual(await companiesThatStopped(api, project, 14));
  path.end();
}

async function askForFlag({ visit, api, project }: Site): Promise<void> {
  const path = await begin(visit.page, project);
  await path.link('Flags');
  await path.link('new-checkout');
  await path.click(visit.page.getByRole('tab', { name: 'Usage' }));
  await path.button('Event: Choose an event');
  await path.click(visit.page.getByRole('option', { name: 'order paid', exact: true }));
  const table = visit.page.getByRole('region', { name: 'Later events by flag value' });
  await table.waitFor();
  await visit.checkAccessibility();
  const shown = (await rowsOf(table)).map(([value, people, reached]) => [value, people, reached]);
  expect(shown.toSorted()).toEqual(await effectOfFlag(api, project, 'new-checkout', 'order paid'));
  path.end();
}

async function askForIngestion({ visit, api, project }: Site): Promise<void> {
  const path = await begin(visit.page, project);
  await path.link('Status');
  await visit.page.getByText('Ingestion is healthy. No event waits.').waitFor();
  const late = `select count() from events where dateDiff('second', timestamp, now()) < 0`;
  expect(await api.hogql(project, late)).toEqual([[0]]);
  await path.link('Warnings');
  await visit.page.getByRole('heading', { name: 'Warnings', level: 1 }).waitFor();
  expect(await api.hogql(project, 'select count() from system.ingestion_warnings')).toEqual([[0]]);
  await visit.page.getByText('Everything that arrived was stored as it was sent.').waitFor();
  path.end();
}

/** Opens the home screen and counts the clicks from there. */
async function begin(page: Page, project: number) {
  await page.goto(`/project/${project}/home`);
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.first().click();
  };
  return {
    click,
    link: (name: string) => click(page.getByRole('link', { name, exact: true })),
    button: (name: string) => click(page.getByRole('button', { name, exact: true })),
    choose: async (field: string, label: string): Promise<void> => {
      clicks += 1;
      await page.getByLabel(field, { exact: true }).selectOption({ label });
    },
    end: (): void => expect(clicks).toBeLessThanOrEqual(MOST_CLICKS),
  };
}

/** The texts of the body of a table, row by row. */
async function rowsOf(table: Locator): Promise<readonly (readonly string[])[]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}
