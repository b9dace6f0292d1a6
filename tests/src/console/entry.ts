import type { Page } from 'playwright-core';
import type { Standalone } from '../test-support/standalone';

export const PASSWORD = 'correct horse battery staple';
const OWNER = 'admin@localhost';

/** The one-time link that the product printed, without its origin. */
export function setupPath(product: Pick<Standalone, 'output'>): string {
  const path = /\/setup#token=\S+/.exec(product.output())?.[0];
  if (path === undefined)
    throw new Error(`No link for the first password in:\n${product.output()}`);
  return path;
}

/** Sets the owner's password, which also signs in. */
export async function setUp(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('The same password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and open the console' }).click();
  await page.waitForURL(/\/project\/1\//);
}

export async function signIn(page: Page, email = OWNER, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
