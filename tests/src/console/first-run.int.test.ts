import type { Browser } from 'playwright-core';
import { browserTestsSkipped, launchBrowser } from '../support/browser';
import type { Standalone } from '../support/standalone';
import { startStandalone } from '../support/standalone';
import type { ConsolePage, ConsolePageOptions } from './console-page';
import { openConsolePage } from './console-page';
import { PASSWORD, setUp, setupPath, signIn } from './entry';

const describeWithBrowser = browserTestsSkipped() ? describe.skip : describe;

describeWithBrowser('the first run of the console', () => {
  let product: Standalone;
  let browser: Browser;
  const opened: ConsolePage[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startStandalone(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });

  const open = async (options?: ConsolePageOptions): Promise<ConsolePage> => {
    const page = await openConsolePage(browser, product.url, options);
    opened.push(page);
    return page;
  };

  it('leads from the printed link to a password and to the first event, without reloading', async () => {
    const { page, faults, checkAccessibility } = await open();
    await page.goto(setupPath(product));
    await checkAccessibility();
    await setUp(page, setupPath(product));
    await page.waitForURL(/\/project\/1\/onboarding$/);
    expect(page.url()).not.toContain('token');
    await page.getByText('Waiting for your first event').waitFor();
    await checkAccessibility();

    // The snippet as it is shown, sent by a client of its own.
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

  it('rejects a link that was used, and says how to get another', async () => {
    const { page, faults } = await open({ expectedStatuses: [400, 403] });
    await page.goto(setupPath(product));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('The same password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and open the console' }).click();
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).pathname).toBe('/setup');
    expect(faults()).toEqual([]);
  });

  it('asks for the password, then opens the page that was asked for', async () => {
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

  it('works on a narrow screen and by keyboard', async () => {
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
