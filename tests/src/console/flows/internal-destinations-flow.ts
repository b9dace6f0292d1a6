import { waitUntil } from '@tidemark/testing';
import type { Receiver } from '../receiver';
import type { FlowSite } from './people-flow';

/** Creates a destination for changes of flags from a template and tests it; it must receive a change and be listed. */
export async function reportChanges(
  { visit, api }: Pick<FlowSite, 'visit' | 'api'>,
  receiver: Receiver,
): Promise<void> {
  const { page } = visit;
  await page.goto('/project/1/data-management/destinations/new');
  await page.getByRole('heading', { name: 'Or report what happens in the project' }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('link', { name: /^Change of a flag/ }).click();
  await page.getByRole('heading', { name: 'Change of a flag: what should receive it?' }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('link', { name: /^HTTP Webhook/ }).click();
  const source = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await source('Change of a flag').waitFor();
  expect(await source('Change of a flag').isChecked()).toBe(true);
  await source('Destination fails').check();
  await page.getByLabel('Name', { exact: true }).fill('Reports');
  await page.getByLabel('Webhook URL').fill(receiver.url);
  await page
    .getByLabel('JSON Body')
    .fill('{ "flag": "{{ event.properties.detail.name }}", "by": "{{ person.name }}" }');
  await page.getByLabel('Request', { exact: true }).getByText('new-checkout').waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Create and switch on' }).click();
  await page.waitForURL(/destinations\/[0-9a-f-]{36}$/);
  expect(await source('Destination fails').isChecked()).toBe(true);
  await api.post('/api/projects/1/feature_flags/', { key: 'reported' });
  await waitUntil(() =>
    expect(receiver.bodies.some((body) => body.includes('"flag":"reported"'))).toBe(true),
  );
  await page.getByRole('link', { name: 'All destinations' }).click();
  await page.getByText('Change of a flag, Destination fails', { exact: true }).waitFor();
  await visit.checkAccessibility();
}
