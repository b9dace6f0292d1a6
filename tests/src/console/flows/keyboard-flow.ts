import type { Locator, Page } from 'playwright-core';
import type { FlowSite } from './people-flow';

/** Screens, each with the name of a button that opens a dialog, a list or a menu there. */
const OPENERS: readonly (readonly [path: string, opener: string | RegExp])[] = [
  ['insights/new', /^Range: /],
  ['insights/new', /^Filter$/],
  ['insights/new', /No comparison/],
  ['insights/new', /^Add a series/],
  ['activity', 'Columns'],
  ['sql', 'History'],
  ['feature_flags/new', /^Filter$/],
  ['experiments/new', 'Add a primary metric'],
  ['data-management/actions/1', 'Delete'],
];

/**
 * Uses only the keyboard: opens dialogs and menus, closes them, and removes what has the focus. The focus must never be
 * on the body, where the next Tab would begin at the top of the page.
 */
export async function usesOnlyKeys({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  for (const [path, name] of OPENERS) {
    await page.goto(`/project/1/${path}`);
    await opensAndCloses(page, page.getByRole('button', { name }).first());
  }
  for (const [keys, name] of [
    ['Control+k', 'Search'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(keys);
    await page.getByRole('dialog', { name }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Delete' }));
  }
  // Another screen replaces the button that opened it.
  await page.goto('/project/1/feature_flags');
  await page.getByRole('button', { name: 'New flag' }).press('Enter');
  await page.getByRole('heading', { name: 'New flag' }).waitFor();
  await hasFocus(page.getByRole('main'));

  for (const holdout of ['First', 'Second', 'Third']) {
    const filters = [{ properties: [], rollout_percentage: 5, variant: 'holdout' }];
    const made = await api.post('/api/projects/1/experiment_holdouts/', { name: holdout, filters });
    expect(made.status).toBe(201);
  }
  await page.goto('/project/1/experiments?part=holdouts');
  for (const [removed, next] of [
    ['Second', 'First'],
    ['First', 'Third'],
  ] as const) {
    await page.getByRole('button', { name: `Delete ${removed}` }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Delete ${removed}` })
      .press('Enter');
    await page.getByRole('row', { name: removed }).waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('row', { name: next }).getByRole('button').first());
  }
  await usesNarrowNavigation(page);
  await page.goto('/project/1/insights/new');
  await choosesDays(page);
  // The last series cannot be removed, so its button is disabled.
  await page.getByRole('button', { name: /^Add a series/ }).press('Enter');
  await page.getByRole('option', { name: 'bought', exact: true }).click();
  await page.getByRole('button', { name: 'Remove B' }).press('Enter');
  await page.getByRole('button', { name: 'Remove B' }).waitFor({ state: 'detached' });
  await page.locator('main :focus').waitFor();
  await walksWideGrid(page);
  await walksChart(page);
}

/** Arrow keys select the values of a chart, which are announced; Enter opens their people. */
async function walksChart(page: Page): Promise<void> {
  const series = ['viewed', 'bought'].map((event) => ({ kind: 'EventsNode', event, name: event }));
  const query = { kind: 'TrendsQuery', series, dateRange: { date_from: '-7d' } };
  await page.goto(`/project/1/insights/new#q=${encodeURIComponent(JSON.stringify(query))}`);
  const chart = page.getByRole('application', { name: /Use the arrow keys/ });
  const announced = chart.locator('[aria-live]');
  await chart.press('Home');
  await announced.filter({ hasText: ': viewed' }).waitFor();
  const first = await announced.innerText();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await announced.filter({ hasText: ': bought 2' }).waitFor();
  expect((await announced.innerText()).split(':')[0]).not.toBe(first.split(':')[0]);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('2 people').first().waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(chart);
  // The keys go on from the value whose people were shown.
  await page.keyboard.press('ArrowDown');
  await announced.filter({ hasText: ': bought 2' }).waitFor();
}

/** A grid draws only the columns in view; the cell that keys lead to is drawn and named to screen readers. */
async function walksWideGrid(page: Page): Promise<void> {
  const columns = Array.from({ length: 40 }, (_, at) => `${at} as c${at}`);
  const query = { kind: 'HogQLQuery', query: `select ${columns.join(', ')}` };
  await page.goto(`/project/1/sql#q=${encodeURIComponent(JSON.stringify(query))}`);
  const grid = page.getByRole('grid', { name: 'Rows of the result' });
  const last = grid.getByRole('gridcell', { name: '39', exact: true });
  await grid.getByRole('gridcell', { name: '0', exact: true }).waitFor();
  expect(await last.count()).toBe(0);
  await grid.press('End');
  await last.waitFor();
  await page.waitForFunction(
    'document.getElementById(document.activeElement?.getAttribute("aria-activedescendant"))?.textContent === "39"',
  );
}

/** On a narrow page the navigation covers the content, so it closes by Escape, by a link, and before the content. */
async function usesNarrowNavigation(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const opener = page.getByRole('button', { name: 'Navigation' });
  const navigation = page.getByRole('navigation', { name: 'Screens' });
  await opener.press('Enter');
  await navigation.getByRole('link', { name: 'Flags' }).focus();
  await page.keyboard.press('Escape');
  await hasFocus(opener);
  await navigation.waitFor({ state: 'hidden' });
  // A link to the shown screen closes it, too.
  await opener.press('Enter');
  await navigation.getByRole('link', { name: 'Experiments' }).click();
  await navigation.waitFor({ state: 'hidden' });
  await opener.press('Enter');
  await navigation.getByRole('button').last().focus();
  await page.keyboard.press('Tab');
  await navigation.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A range of one day by hour has all hours of the day. */
async function choosesDays(page: Page): Promise<void> {
  const interval = page.getByRole('combobox', { name: 'Interval' });
  await interval.selectOption('hour');
  await page.getByRole('button', { name: /^Range: / }).press('Enter');
  await page.getByLabel('First day').fill('2026-11-01');
  await page.getByLabel('Last day').fill('2026-11-01');
  await page.getByLabel('Last day').press('Enter');
  const range = page.getByRole('button', { name: 'Range: Nov 1, 2026 – Nov 1, 2026' });
  await hasFocus(range);
  // The former answer stays until the new one is there.
  await page.locator('th[title^="Sat, Oct 31"]').first().waitFor({ state: 'detached' });
  await page.locator('th[title="Sun, Nov 1, 23:00"]').waitFor();
  expect(await interval.inputValue()).toBe('hour');
}

async function opensAndCloses(page: Page, opener: Locator): Promise<void> {
  await opener.press('Enter');
  await page.locator(':is([role="dialog"], [role="menu"]):focus-within').waitFor();
  await page.keyboard.press('Escape');
  await hasFocus(opener);
}

async function hasFocus(locator: Locator): Promise<void> {
  await locator.and(locator.page().locator(':focus')).waitFor();
}
