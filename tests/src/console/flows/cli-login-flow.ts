import type { Standalone } from '../../test-support/standalone';
import { signIn } from '../entry';
import { openConsolePage } from '../console-page';
import type { Browser } from 'playwright-core';

/**
 * What `posthog-cli login` does: it asks for a code, opens the address in a browser without a session, and polls for
 * the key.
 */
export async function signsInProgram(browser: Browser, product: Standalone): Promise<void> {
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${product.url}/api/cli-auth/${path}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Readonly<Record<string, string>>;
    return { status: response.status, body: json };
  };
  const begun = await post('device-code');
  const poll = () => post('poll', { device_code: begun.body['device_code'] });
  const visit = await openConsolePage(browser, product.url, { expectedStatuses: [400] });
  const { page } = visit;
  await page.goto(`${begun.body['verification_uri_complete']}&use_cases=schema,error_tracking`);
  await signIn(page);
  const code = page.getByLabel('Code');
  await code.waitFor();
  expect(await code.inputValue()).toBe(begun.body['user_code']);
  await page.getByText('property_definition:read').waitFor();
  await visit.checkAccessibility();
  expect((await poll()).status).toBe(202);

  await code.fill('BCDF-0000');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('alert').getByText('User code not found or expired').waitFor();
  await code.fill(begun.body['user_code'] ?? '');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('heading', { name: 'The program is signed in' }).waitFor();
  await visit.checkAccessibility();

  const { status, body } = await poll();
  expect(status).toBe(200);
  const headers = { Authorization: `Bearer ${body['personal_api_key']}` };
  const path = `/api/projects/${body['project_id']}/event_definitions/`;
  expect((await fetch(product.url + path, { headers })).status).toBe(200);
  await page.getByRole('link', { name: 'Show your keys' }).click();
  await page
    .getByText(body['label'] ?? '')
    .first()
    .waitFor();
  expect(visit.faults()).toEqual([]);
  await visit.close();
}
