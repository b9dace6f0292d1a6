import { waitUntil } from '@tidemark/testing';
import type { Receiver } from '../receiver';
import type { FlowSite } from './people-flow';

const SECRET = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`;

/**
 * Creates a destination from a template with a preview and a test; it delivers and fails; a delivery is replayed; the
 * destination is switched off and deleted.
 */
export async function useDestinations(site: FlowSite, receiver: Receiver): Promise<void> {
  const { visit, send } = site;
  const { page } = visit;
  await page.goto('/project/1/data-management/destinations');
  await page.getByRole('heading', { name: 'No destinations yet' }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'New destination' }).click();
  await page.getByRole('heading', { name: 'What should receive the events?' }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('link', { name: /HTTP Webhook/ }).click();
  await create(site, receiver);

  // Only events that match the filter are delivered.
  await send([event('order paid', 'pro'), event('order paid', 'free'), event('other', 'pro')]);
  const sent = () => receiver.bodies.filter((body) => body.includes('"for":"pro"'));
  await waitUntil(async () => {
    await page.getByRole('tab', { name: 'Configuration' }).click();
    expect(sent()).toHaveLength(1);
  });
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'order paid' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Response', { exact: true }).getByText('<b>status 200</b>').waitFor();
  await drawer.getByLabel('Request', { exact: true }).getByText('webhook-signature: ***').waitFor();
  await visit.checkAccessibility();
  await page.reload();
  await drawer.getByText(/^Delivered after/).waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();

  // 410 Gone is a final error: the delivery is not retried until it is replayed.
  receiver.respondWith(410);
  await send([event('order paid', 'pro')]);
  await page.getByLabel('State').selectOption('failed');
  // The previous list is shown until the failed deliveries are loaded.
  await page
    .getByRole('row')
    .filter({ hasText: 'order paid' })
    .getByText('failed', { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'order paid' }).click();
  await drawer.getByText(/^Failed after/).waitFor();
  await visit.checkAccessibility();
  receiver.respondWith(200);
  await drawer.getByRole('button', { name: 'Send it again' }).click();
  await page.getByText('1 delivery is sent again.').waitFor();
  await page.getByRole('heading', { name: 'No such deliveries' }).waitFor();

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('list', { name: 'History' }).getByText('created it').waitFor();
  await visit.checkAccessibility();
  await page.getByRole('link', { name: 'All destinations' }).click();
  await page.getByText('healthy').waitFor();
  await page.getByText(/\d delivered$/).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Switch off Orders' }).click();
  await page.getByText('off', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Orders' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Orders' }).click();
  await page.getByRole('heading', { name: 'No destinations yet' }).waitFor();
}

async function create({ visit }: FlowSite, receiver: Receiver): Promise<void> {
  const { page } = visit;
  await page.getByLabel('Name', { exact: true }).fill('Orders');
  await page.getByRole('button', { name: /^Events: Add/ }).click();
  await page.getByRole('combobox', { name: 'Events' }).fill('order paid');
  await page.getByRole('option', { name: 'order paid' }).click();
  const filters = page.getByRole('group', { name: 'Filters of order paid' });
  await filters.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Property' }).fill('plan');
  await page.getByRole('option', { name: /^plan/ }).first().click();
  await page.getByRole('combobox', { name: /value/i }).fill('pro');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByLabel('Webhook URL').fill(receiver.url);
  await page.getByLabel('JSON Body').fill('{ "for": "{{ event.properties.plan }}"');
  await page.getByText('This is not valid JSON.').waitFor();
  await page.getByLabel('JSON Body').fill('{ "for": "{{ event.properties.plan }}" }');
  await page.getByLabel('Signing secret').fill(SECRET);
  const preview = page.getByLabel('Request', { exact: true });
  await preview.getByText(`POST ${receiver.url}`).waitFor();
  await preview.getByText('"for": "pro"').waitFor();
  expect(receiver.bodies).toEqual([]);
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Send this event as a test' }).click();
  await page.getByText('The receiver returned 200.').waitFor();
  expect(receiver.bodies).toEqual(['{"for":"pro"}']);

  // A draft is kept after a reload, but a secret is not.
  await page.reload();
  expect(await page.getByLabel('Webhook URL').inputValue()).toBe(receiver.url);
  expect(await page.getByLabel('Signing secret').inputValue()).toBe('');
  await page.getByLabel('Signing secret').fill(SECRET);
  await page.getByRole('button', { name: 'Create and switch on' }).click();
  await page.waitForURL(/destinations\/[0-9a-f-]{36}$/);
  await page.getByText('It is stored and not shown.').waitFor();
  // The delivery service reads changes of destinations every 10 seconds.
  await page.waitForTimeout(10_500);
}

function event(name: string, plan: string): object {
  return { event: name, distinct_id: 'ann', properties: { plan } };
}
