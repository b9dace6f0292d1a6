import type { Browser } from 'playwright-core';
import { runCommand } from '@tidemark/cli';
import type { Standalone } from '../../test-support/standalone';
import { openConsolePage } from '../console-page';
import { signIn } from '../entry';

/** A member can see everything. Controls for which the role lacks the scope are disabled and name the scope. */
export async function useAsMember(browser: Browser, product: Standalone): Promise<void> {
  const email = 'member@example.com';
  const env = { DATA_DIR: product.dataDir };
  const run = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const code = await runCommand([...args, '--json'], env, { out: print, err: print });
    expect([args, code]).toEqual([args, 0]);
    return lines.join('\n');
  };
  await run('user', 'create', email, '--role', 'member');
  const { password } = JSON.parse(await run('user', 'password', email, '--generate-password')) as {
    password: string;
  };

  const member = await openConsolePage(browser, product.url);
  const { page } = member;
  await page.goto('/login');
  await signIn(page, email, password);
  await page.waitForURL(/\/project\/1\//);
  await page.goto('/project/1/onboarding');
  const make = page.getByRole('button', { name: 'Create a sample project' });
  await make.waitFor();
  const lacks = 'Your role lacks the scope project:write.';
  expect([await make.isDisabled(), await make.getAttribute('title')]).toEqual([true, lacks]);
  await page.goto('/project/1/settings/project');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator(`button[title="${lacks}"]`).first().waitFor();
  await member.checkAccessibility();
  // Controls for which the role has the scope are enabled.
  await page.goto('/project/1/feature_flags');
  expect(await page.getByRole('button', { name: 'New flag' }).isEnabled()).toBe(true);
  expect(member.faults()).toEqual([]);
  await member.close();
}
