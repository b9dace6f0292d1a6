import { waitUntil } from '@tidemark/testing';
import type { Page } from 'playwright-core';
import { signIn } from '../entry';
import type { FlowSite } from './people-flow';

const CONSOLE_FILE = /\/console\/assets\/.*\.js$/;

/**
 * Edits one flag in two tabs. Typed values must be kept after a reload, a failed request, a change in the other tab,
 * and the end of the session.
 */
export async function useTwoTabs({ visit, api }: FlowSite): Promise<void> {
  const { page: first, context } = visit;
  await first.goto('/project/1/home');
  await searches(first, 'two-tabs', 'Nothing matches.');
  const made = await api.post('/api/projects/1/feature_flags/', { key: 'two-tabs', name: 'Tabs' });
  await first.reload();
  await searches(first, 'two-tabs', 'Flag');
  const path = `/project/1/feature_flags/${(made.body as { id: number }).id}`;
  const second = await context.newPage();
  await Promise.all([first.goto(path), second.goto(path)]);
  await first.getByLabel('Name').fill('From the first tab');
  await second.getByLabel('Name').fill('From the second tab');
  await first.reload();
  expect(await nameIn(first)).toBe('From the first tab');

  await second.route('**/feature_flags/*/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await save(second);
  await second.getByRole('alert').getByText('The server cannot be reached').waitFor();
  await second.unroute('**/feature_flags/*/');
  await second.getByRole('button', { name: 'Save these changes' }).click();
  await second.getByText('Saved two-tabs.').waitFor();

  await save(first);
  await first.getByRole('button', { name: 'Show the other change' }).click();
  await first.getByRole('tab', { name: 'Release' }).click();
  expect(await nameIn(first)).toBe('From the first tab');

  await second.goto('/project/1/sql');
  const editor = second.getByRole('textbox', { name: /SQL/ });
  await editor.click();
  await second.keyboard.press('Control+a');
  await second.keyboard.type('select 41 + 1 as typed');
  await second.getByRole('button', { name: 'Account' }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.waitForURL(/\/login/);

  await first.getByLabel('Name').fill('After the other tab signed out');
  await first.getByRole('button', { name: 'Save', exact: true }).click();
  const review = first.getByRole('button', { name: 'Save these changes' });
  // The end of the session is noticed by a request of the dialog, or else by saving.
  const again = first.getByRole('dialog', { name: 'Sign in again' });
  await waitUntil(async () => {
    if (!(await again.isVisible())) await review.click({ timeout: 2000 });
    expect(await again.isVisible()).toBe(true);
  });
  await signsInAgain(first);
  expect(await first.getByLabel('Name').inputValue()).toBe('After the other tab signed out');
  if (!(await review.isVisible()))
    await first.getByRole('button', { name: 'Save', exact: true }).click();
  await review.click();
  await first.getByText('Saved two-tabs.').waitFor();
  await keepsDialog(visit, api);
  await offersReload(visit.page);
  await losesNetwork(visit);
  await second.goto('/project/1/sql');
  await second.getByText('typed').first().waitFor();
  await second.close();
}

/** The form to sign in covers the page, which stays as it is. */
async function signsInAgain(page: Page): Promise<void> {
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.waitFor();
  await signIn(page);
  await again.waitFor({ state: 'detached' });
}

/** A text in a dialog that keeps no draft survives a click beside the dialog and the end of the session. */
async function keepsDialog(
  { page, context, checkAccessibility }: FlowSite['visit'],
  api: FlowSite['api'],
): Promise<void> {
  await page.goto('/project/1/dashboard');
  await page.getByLabel('Name of a new dashboard').fill('Kept texts');
  // A double click creates one dashboard.
  await page.getByRole('button', { name: 'New dashboard' }).dblclick();
  await page.getByRole('button', { name: 'Add a text' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Typed before the end');
  await page.mouse.click(5, 5);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  await checkAccessibility();
  await signsInAgain(page);
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('region', { name: 'Typed before the end' }).waitFor();
  const { body } = await api.get('/api/projects/1/dashboards/?search=Kept');
  const { results } = body as { results: readonly { name: string }[] };
  expect(results.filter(({ name }) => name === 'Kept texts')).toHaveLength(1);
}

/**
 * After an upgrade of the server, files of an open page are missing. What was typed stays, and a reload is offered. A
 * page whose first file is missing says so instead of loading forever.
 */
async function offersReload(page: Page): Promise<void> {
  await page.goto('/project/1/settings/account');
  await page.getByLabel('First name').fill('Typed before');
  await page.route(CONSOLE_FILE, (route) => route.abort());
  await page.getByRole('link', { name: 'Ingestion rules' }).hover();
  const reload = page.getByRole('button', { name: 'Reload' });
  await reload.waitFor();
  // A part of the page that cannot be loaded leaves the rest as it is.
  await page.keyboard.press('Control+k');
  await page.getByRole('alert').getByText('A file of this page is missing').waitFor();
  expect(await page.getByLabel('First name').inputValue()).toBe('Typed before');
  await reload.click();
  await page.getByRole('navigation').waitFor({ state: 'detached' });
  await page.getByRole('alert').getByText('A file of this page is missing').waitFor();
  await page.unroute(CONSOLE_FILE);
  await reload.click();
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor();
}

/**
 * Without a network, a screen says so instead of loading forever, and loads by itself when the network is back: both a
 * screen whose file the browser has, and one whose file is missing.
 */
async function losesNetwork({ page, context, faults }: FlowSite['visit']): Promise<void> {
  const file = page.waitForResponse(CONSOLE_FILE);
  await page.getByRole('link', { name: 'Cohorts' }).hover();
  await (await file).finished();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Cohorts' }).click();
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  await context.setOffline(false);
  await page.getByText('No cohorts').or(page.getByRole('table')).first().waitFor();
  await page.route(CONSOLE_FILE, (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Destinations' }).click();
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  await page.unroute(CONSOLE_FILE);
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Destinations', level: 1 }).waitFor();
  await page.goto('/project/1/feature_flags');
  await page.getByRole('link', { name: 'two-tabs' }).click();
  await page.getByRole('tab', { name: 'Usage' }).waitFor();
  await page.waitForLoadState('networkidle');
  // A part of a screen: React does not load its file again.
  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByRole('alert').getByText('A file of this page is missing').waitFor();
  await context.setOffline(false);
  await page.getByRole('tabpanel', { name: 'Schedule' }).waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  // The page shows the error, so that it is not logged.
  expect(faults()).toEqual([]);
}

/** Searches for a new name: a stored list of names must not be used. */
async function searches(page: Page, name: string, shown: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const listed = page.waitForResponse(
    (response) => response.request().postData()?.includes('system.feature_flags') ?? false,
  );
  await page.keyboard.press('Control+k');
  await listed;
  await page.getByRole('combobox', { name: /^Search screens/ }).fill(name);
  await page.getByRole('dialog').getByText(shown).waitFor();
  await page.keyboard.press('Escape');
}

async function nameIn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Discard' }).waitFor();
  return page.getByLabel('Name').inputValue();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save these changes' }).click({ timeout: 20_000 });
}
