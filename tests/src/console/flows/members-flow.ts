import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from '../../test-support/api-client';
import type { Standalone } from '../../test-support/standalone';
import type { ConsolePage } from '../console-page';
import { openConsolePage } from '../console-page';
import { signIn } from '../entry';

const EMAIL = 'bea@example.com';
const FIRST = 'a first long password';
const SECOND = 'a second long password';

/** An invited user becomes a member and edits their account; then an owner changes the role and removes the member. */
export async function useMembers(site: {
  readonly browser: Browser;
  readonly visit: ConsolePage;
  readonly product: Standalone;
}): Promise<void> {
  const { visit } = site;
  const { page } = visit;
  await page.goto('/project/1/settings/members');
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByRole('button', { name: 'Create the link' }).click();
  const link = (await page.getByLabel('Invitation link', { exact: true }).textContent()) ?? '';
  await visit.checkAccessibility();
  // The link is shown only once.
  await page.reload();
  await page.getByRole('cell', { name: EMAIL }).waitFor();
  expect(await page.content()).not.toContain('#token=');

  const guest = await openConsolePage(site.browser, site.product.url, { expectedStatuses: [400] });
  await join(guest, link);
  await changeOwnPassword(guest);
  await useSessions(guest, site);

  await page.reload();
  await page.getByLabel(`Role of ${EMAIL}`).selectOption({ label: 'Administrator' });
  await page.getByText(`${EMAIL} is administrator now.`).waitFor();
  await guest.page.goto('/project/1/settings/members');
  await guest.page.getByRole('button', { name: 'Create the link' }).waitFor();
  await guest.page.locator('button:enabled:text("Create the link")').waitFor();

  await page.getByRole('button', { name: `Remove ${EMAIL}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`Removed ${EMAIL}.`).waitFor();
  await guest.page.reload();
  await guest.page.waitForURL(/\/login/);
  expect(guest.faults()).toEqual([]);
  await guest.close();
}

async function join(guest: ConsolePage, link: string): Promise<void> {
  const { page } = guest;
  await page.goto(link);
  await page.getByRole('heading', { name: 'Join Default organization' }).waitFor();
  expect(page.url()).not.toContain('token');
  await guest.checkAccessibility();
  await page.getByLabel('Your name').fill('Bea');
  await page.getByLabel('Password', { exact: true }).fill(FIRST);
  await page.getByLabel('The same password again').fill(FIRST);
  await page.getByRole('button', { name: 'Join and open the console' }).click();
  await page.waitForURL(/\/project\/1\//);
  await page.goto('/project/1/settings/members');
  const create = page.getByRole('button', { name: 'Create the link' });
  await create.waitFor();
  const lacks = 'Your role lacks the scope organization_member:write.';
  expect([await create.isDisabled(), await create.getAttribute('title')]).toEqual([true, lacks]);
}

async function changeOwnPassword(guest: ConsolePage): Promise<void> {
  const { page } = guest;
  await page.goto('/project/1/settings/account');
  await page.getByLabel('Current password').fill('not this one');
  await fillNewPassword(page);
  await page.getByText('Your current password is incorrect.').waitFor();
  await page.getByLabel('Current password').fill(FIRST);
  await fillNewPassword(page);
  await page.getByText('Your other sessions have ended.').waitFor();
  await guest.checkAccessibility();
}

async function fillNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(SECOND);
  await page.getByLabel('The same password again').fill(SECOND);
  await page.getByRole('button', { name: 'Change the password' }).click();
}

/** A second session is listed in the first one and ended there. */
async function useSessions(
  guest: ConsolePage,
  { browser, product }: { readonly browser: Browser; readonly product: Standalone },
): Promise<void> {
  const other = await openConsolePage(browser, product.url);
  await other.page.goto('/login');
  await signIn(other.page, EMAIL, SECOND);
  await other.page.waitForURL(/\/project\/1\//);
  const { page } = guest;
  await page.reload();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByRole('button', { name: /^End the session of/ }).click();
  await sessions
    .getByRole('button', { name: /^End the session of/ })
    .waitFor({ state: 'detached' });
  await other.page.reload();
  await other.page.waitForURL(/\/login/);
  await other.close();
}

/** The filters are in the URL, and a change links to its item. */
export async function useActivityLog({
  visit,
  api,
}: {
  readonly visit: ConsolePage;
  readonly api: ApiClient;
}): Promise<void> {
  const { page } = visit;
  const made = await api.post('/api/projects/1/cohorts/', { name: 'Logged', is_static: true });
  const { id } = made.body as { id: number };
  await api.call('PATCH', `/api/projects/1/cohorts/${id}/`, { name: 'Logged twice' });
  await page.goto('/project/1/settings/activity');
  await page.getByText('“Logged” → “Logged twice”').waitFor();
  await page.getByLabel('Kind').selectOption({ label: 'Cohorts' });
  await page.getByRole('button', { name: 'Only changes of Logged twice' }).first().click();
  await page.getByRole('button', { name: 'Only Logged twice' }).waitFor();
  expect(new URL(page.url()).searchParams.get('item')).toContain(String(id));
  await page.reload();
  await page.getByText('1–2 of 2').waitFor();
  await visit.checkAccessibility();
  await page.getByLabel('Person').selectOption({ label: 'admin@localhost' });
  await page.getByRole('link', { name: 'Logged twice' }).click();
  await page.waitForURL(new RegExp(`/cohorts/${id}$`));
  await page.goto('/project/1/settings/activity?kind=OrganizationInvite');
  await page.getByText('accepted the invitation of bea@example.com').waitFor();
}
