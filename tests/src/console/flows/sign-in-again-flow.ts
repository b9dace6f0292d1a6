import type { Locator } from 'playwright-core';
import type { ConsolePage } from '../console-page';
import { PASSWORD } from '../entry';

const ACCOUNT = '/project/1/settings/account';

/** Types a name, ends the session, and saves: the form to sign in again covers the page. */
async function typesUntilTheEnd({ page, context }: ConsolePage, name: string): Promise<Locator> {
  await page.goto(ACCOUNT);
  await page.getByLabel('First name').fill(name);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.waitFor();
  return again;
}

async function keptName({ page }: ConsolePage, again: Locator, name: string): Promise<void> {
  await again.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(ACCOUNT);
  expect(await page.getByLabel('First name').inputValue()).toBe(name);
}

/** Over a page, a passkey replaces the password, and it is the second factor after a password. */
export async function signsInAgainWithPasskey(visit: ConsolePage): Promise<void> {
  let again = await typesUntilTheEnd(visit, 'By passkey');
  await visit.checkAccessibility();
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await keptName(visit, again, 'By passkey');

  again = await typesUntilTheEnd(visit, 'By both');
  expect(await again.getByLabel('Email address').inputValue()).toBe('admin@localhost');
  await again.getByLabel('Password').fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByRole('heading', { name: 'Second factor' }).waitFor();
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await keptName(visit, again, 'By both');
}

/**
 * Over a page, the provider opens in a new tab. When the user has signed in there, the tab closes, and the page
 * continues.
 */
export async function signsInAgainAtProvider(
  visit: ConsolePage,
  account: string,
  recoveryCode: string,
): Promise<void> {
  const again = await typesUntilTheEnd(visit, 'By provider');
  const [tab] = await Promise.all([
    visit.context.waitForEvent('page'),
    again.getByRole('button', { name: 'Continue with Example' }).click(),
  ]);
  await tab.getByLabel('Account').fill(account);
  await tab.getByRole('button', { name: 'Continue' }).click();
  await tab.getByRole('textbox', { name: 'Code' }).fill(recoveryCode);
  const closed = tab.waitForEvent('close');
  await tab.getByRole('button', { name: 'Continue' }).click();
  await keptName(visit, again, 'By provider');
  await closed;
}
