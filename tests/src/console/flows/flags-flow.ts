import { runCommand } from '@tidemark/cli';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../../test-support/api-client';
import type { Standalone } from '../../test-support/standalone';
import type { ConsolePage } from '../console-page';
import { openConsolePage } from '../console-page';
import { signIn } from '../entry';

const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});

/** Sets an approval policy, makes a change that becomes a proposal, and approves it as a second user. */
export async function useFlagLife(
  browser: Browser,
  product: Standalone,
  { visit, api }: { readonly visit: ConsolePage; readonly api: ApiClient },
): Promise<void> {
  const { page } = visit;
  const made = async (path: string, body: object): Promise<number> => {
    const response = await api.call('POST', path, body);
    expect([path, response.status]).toEqual([path, 201]);
    return (response.body as { id: number }).id;
  };
  const production = await made('/api/projects/', { name: 'Flow production' });
  const flags = (project: number) => `/api/projects/${project}/feature_flags/`;
  const flag = await made(flags(production), { key: 'flow', filters: share(10) });

  await page.goto(`/project/${production}/settings/project`);
  await page.getByLabel('Changes of flags require approval by a second person').check();
  await page.getByRole('button', { name: 'Save the policy' }).click();
  await page.getByText('Saved the approval policy.').waitFor();

  await page.goto(`/project/${production}/feature_flags/${flag}`);
  await page.getByLabel('The flag is on').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save these changes' }).click();
  await page.getByText('The change needs an approval').waitFor();
  await page.getByRole('button', { name: 'Show the proposal' }).click();
  await page.getByLabel('Reason or comment').fill('It is over');
  await page.getByRole('button', { name: 'Save as the reason' }).click();
  await page.getByText('It is over', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  await visit.checkAccessibility();
  await approve(browser, product, page.url());
}

async function approve(browser: Browser, product: Standalone, address: string): Promise<void> {
  const email = 'second@example.com';
  const env = { DATA_DIR: product.dataDir };
  const run = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    expect(await runCommand([...args, '--json'], env, { out: print, err: print })).toBe(0);
    return lines.join('\n');
  };
  await run('user', 'create', email, '--role', 'member');
  const { password } = JSON.parse(await run('user', 'password', email, '--generate-password')) as {
    password: string;
  };
  const second = await openConsolePage(browser, product.url);
  await second.page.goto('/login');
  await signIn(second.page, email, password);
  await second.page.waitForURL(/\/project\/1\//);
  await second.page.goto(address);
  await second.page.getByRole('button', { name: /^Approve/ }).click();
  await second.page.getByText('applied', { exact: true }).waitFor();
  await second.checkAccessibility();
  expect(second.faults()).toEqual([]);
  await second.close();
}
