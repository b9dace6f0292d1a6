import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { waitUntil } from '@tidemark/testing';
import type { Browser, Page } from 'playwright-core';
import { createApiClient } from '../test-support/api-client';
import { describeWithBrowser, launchBrowser } from '../test-support/browser';
import type { Standalone } from '../test-support/standalone';
import { REPOSITORY, startStandalone } from '../test-support/standalone';
import type { ConsolePage, ConsolePageOptions } from './console-page';
import { openConsolePage } from './console-page';
import { useExperiments } from './flows/experiment-flow';
import { useQuestions } from './flows/questions-flow';
import { askAsStranger } from './flows/stranger-flow';
import { PASSWORD, setUp, setupPath, signIn } from './entry';

const run = promisify(execFile);

describeWithBrowser('the first run of the console', () => {
  let product: Standalone;
  let browser: Browser;
  const opened: ConsolePage[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startStandalone(), launchBrowser()]);
  });
  beforeEach(() => product.requireRunning());
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });

  /**
   * Creates the sample data.
   *
   * @returns the id of its project when its events can be queried
   */
  const makeSampleData = async (): Promise<string> => {
    const { stdout } = await run(
      'node',
      ['services/cli/dist/main.js', 'demo', '--events', '8000'],
      {
        cwd: REPOSITORY,
        env: { ...process.env, DATA_DIR: product.dataDir },
      },
    );
    const id = /\/project\/(\d+)\//.exec(stdout)?.[1] ?? '';
    const sent = Number(/(\d+) events sent/.exec(stdout)?.[1]);
    const api = createApiClient(product.url, product.personalApiKey);
    await waitUntil(async () => {
      expect(await api.hogql(Number(id), 'select count() from events')).toEqual([[sent]]);
    }, 30_000);
    return id;
  };

  let sample: Promise<string> | undefined;
  const sampleData = (): Promise<string> => (sample ??= makeSampleData());

  const choose = async (page: Page, name: string): Promise<void> => {
    await page.keyboard.type(name);
    await page.getByRole('option', { name, exact: true }).click();
  };

  const downloadsParquet = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Export all rows' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'All rows as Parquet' }).click();
    const file = await (await download).path();
    expect((await readFile(file)).subarray(0, 4).toString()).toBe('PAR1');
  };

  const open = async (options?: ConsolePageOptions): Promise<ConsolePage> => {
    const page = await openConsolePage(browser, product.url, options);
    opened.push(page);
    return page;
  };

  it('leads from the printed link to a password and to the first event, without reloading the page', async () => {
    const { page, faults, checkAccessibility } = await open();
    await page.goto(setupPath(product));
    await checkAccessibility();
    await setUp(page, setupPath(product));
    await page.waitForURL(/\/project\/1\/onboarding$/);
    expect(page.url()).not.toContain('token');
    await page.getByText('Waiting for your first event').waitFor();
    await checkAccessibility();

    // Sends the shown snippet with another client.
    await page.getByRole('tab', { name: 'curl' }).click();
    const snippet = await page.getByLabel('Code for curl', { exact: true }).innerText();
    const [, url = '', json = ''] = /^curl (\S+) .* -d '(.*)'$/.exec(snippet) ?? [];
    const response = await fetch(url, { method: 'POST', body: json });
    expect(response.status).toBe(200);
    await page.getByText('Your first event arrived').waitFor();
    await page.getByText('hello of first-user').waitFor();
    await checkAccessibility();
    expect(faults()).toEqual([]);
  });

  it('leads from sample data to a shared dashboard without reading the documentation', async () => {
    const project = await sampleData();
    const { page, faults, checkAccessibility } = await open({ expectedStatuses: [400] });
    await page.goto('/login');
    await signIn(page);
    await page.waitForURL(/\/project\//);

    await page.goto(`/project/${project}/insights/new`);
    await page.getByRole('button', { name: 'Funnel', exact: true }).click();
    await page.getByRole('button', { name: /^Step 1/ }).click();
    await choose(page, 'product viewed');
    await page.getByRole('button', { name: 'Add a step' }).click();
    await choose(page, 'order paid');
    await page.getByRole('button', { name: /order paid, dropped off/ }).click();
    const people = page.getByRole('dialog');
    await people.getByRole('link').first().click();
    await page.waitForURL(/\/person\//);
    await page.getByRole('tab', { name: 'Flags' }).click();
    await page.getByRole('link', { name: 'new-checkout' }).waitFor();
    await checkAccessibility();

    await page.goto(`/project/${project}/sql`);
    await page.getByRole('textbox', { name: /SQL/ }).click();
    await page.keyboard.type('select toStartOfWeek(timestamp) as week, count() as orders ');
    await page.keyboard.type(`from evnts where event = 'order paid' group by week order by week`);
    // The wrong word is marked, and the mark has a message.
    await page.locator('.cm-lintRange-error').waitFor();
    const message = page.locator('.cm-tooltip-lint').getByText('evnts').first();
    await waitUntil(async () => {
      // The list of completions may cover the mark until it closes.
      await page.mouse.move(0, 0);
      await page.locator('.cm-lintRange-error').hover();
      await message.waitFor({ timeout: 3_000 });
    }, 60_000);
    await page.getByRole('button', { name: 'Replace with events' }).click();
    await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('columnheader', { name: 'orders' }).waitFor();
    await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('list', { name: 'Series' }).getByText('orders').waitFor();
    await checkAccessibility();
    await downloadsParquet(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Orders by week');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Open as an insight' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Add to a dashboard' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New dashboard').fill('Week by week');
    await dialog.getByRole('button', { name: 'Create and add' }).click();
    await dialog.getByRole('checkbox', { name: 'Week by week', checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.goto(`/project/${project}/dashboard`);
    await page.getByRole('link', { name: 'Week by week' }).click();
    await page.getByText('Orders by week').waitFor();
    expect(faults()).toEqual([]);

    // Opens the same link in another browser.
    const other = await open();
    await other.page.goto(page.url());
    await other.page.waitForURL(/\/login\?/);
    await signIn(other.page);
    await other.page.waitForURL(page.url());
    await other.page.getByText('Orders by week').waitFor();
    expect(other.faults()).toEqual([]);
  });

  it('answers everyday questions on the sample data within a few clicks', async () => {
    const visit = await open();
    await visit.page.goto('/login');
    await signIn(visit.page);
    await visit.page.waitForURL(/\/project\//);
    const api = createApiClient(product.url, product.personalApiKey);
    await useQuestions({ visit, api, project: Number(await sampleData()) });
    expect(visit.faults()).toEqual([]);
  });

  it('leads a new user from a question to its answer', async () => {
    const visit = await open();
    await visit.page.goto('/login');
    await signIn(visit.page);
    await visit.page.waitForURL(/\/project\//);
    await askAsStranger({ visit, project: Number(await sampleData()) });
    expect(visit.faults()).toEqual([]);
  });

  it('leads an experiment from its creation to a decision', async () => {
    const visit = await open();
    await visit.page.goto('/login');
    await signIn(visit.page);
    await visit.page.waitForURL(/\/project\//);
    const api = createApiClient(product.url, product.personalApiKey);
    await useExperiments({ visit, api, project: Number(await sampleData()) });
    expect(visit.faults()).toEqual([]);
  });

  it('rejects a link that was used before, and explains how to get another one', async () => {
    const { page, faults } = await open({ expectedStatuses: [400, 403] });
    await page.goto(setupPath(product));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('The same password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and open the console' }).click();
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).pathname).toBe('/setup');
    expect(faults()).toEqual([]);
  });

  it('asks for the password, then opens the requested page', async () => {
    const { page, faults, checkAccessibility } = await open({ expectedStatuses: [400] });
    await page.goto('/project/1/onboarding#q=kept');
    await page.waitForURL(/\/login\?/);
    await checkAccessibility();
    await signIn(page, undefined, 'a wrong password');
    await page.getByRole('alert').waitFor();
    await signIn(page);
    await page.waitForURL(/\/project\/1\/onboarding#q=kept$/);
    expect(faults()).toEqual([]);
  });

  it('signs out, and then shows nothing without the password', async () => {
    const { page, faults } = await open();
    await page.goto('/login');
    await signIn(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login$/);
    await page.goto('/project/1/onboarding');
    await page.waitForURL(/\/login\?/);
    expect(faults()).toEqual([]);
  });

  it('works on a narrow screen and with the keyboard', async () => {
    const { page, faults, checkAccessibility } = await open({ width: 390 });
    await page.goto('/login');
    await signIn(page);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'First steps' }).waitFor();
    await checkAccessibility();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search screens' }).fill('dark');
    await page
      .getByRole('option', { name: 'Dark theme' })
      .and(page.locator('[data-active-item]'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.waitForURL(/\/onboarding/);
    expect(faults()).toEqual([]);
  });
});
