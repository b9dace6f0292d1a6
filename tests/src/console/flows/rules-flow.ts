import { waitUntil } from '@tidemark/testing';
import type { FlowSite } from './people-flow';

/**
 * Creates a rule that redacts and tries it before saving; moves a second rule before it; shows versions; deletes the
 * rules.
 */
export async function useRules({ visit, api, send }: FlowSite): Promise<void> {
  const { page } = visit;
  const mail = 'ann@example.com';
  await send([{ event: 'asked', distinct_id: 'ann', properties: { note: `mail <b>${mail}</b>` } }]);
  await waitUntil(async () => expect(await countOf(api, 'asked')).toBe(1));
  await page.goto('/project/1/data-management/rules');
  await page.getByRole('heading', { name: 'No ingestion rules yet' }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('No addresses');
  await page.getByLabel('Kind').selectOption('redact');
  await page.getByLabel('Values of condition 1').fill('asked');
  await page.getByText('Enter a property or choose a detector.').waitFor();
  await page.getByLabel('E-mail addresses').check();
  await page.getByText('mail <b>[email]</b>').waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/rules\/[0-9a-f-]{36}$/);

  await page.goto('/project/1/data-management/rules/new');
  await page.getByLabel('Name', { exact: true }).fill('Not these');
  await page.getByLabel('Field of condition 1').selectOption('distinct_id');
  await page.getByLabel('Values of condition 1').fill('robot\ncrawler');
  await page.getByText('0 matched.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved Not these.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('No robots');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('version 2').waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByText('“Not these”').waitFor();
  await visit.checkAccessibility();

  // Changes the order by keys and by dragging. After a reload, the order is that of the server.
  await page.getByRole('link', { name: 'All rules' }).click();
  await page.getByRole('link', { name: 'No robots' }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.getByRole('link', { name: 'No robots' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('button', { name: /^Move No robots/ }).press('ArrowUp');
  await page.getByText('No robots: position 1 of 2').waitFor();
  await waitUntil(async () => expect(await names(api)).toEqual(['No robots', 'No addresses']));
  await page
    .getByRole('button', { name: /^Move No robots/ })
    .dragTo(page.getByRole('listitem').filter({ hasText: 'No addresses' }).last());
  await waitUntil(async () => expect(await names(api)).toEqual(['No addresses', 'No robots']));
  await page.getByRole('button', { name: 'Test all rules with the last events' }).click();
  await page.getByText(/would be stored/).waitFor();
  await visit.checkAccessibility();
  // `uncheck` is not used, because it reads the state before the checkbox is redrawn.
  await page.getByLabel('No robots is on').click();
  await waitUntil(async () => expect(await enabled(api)).toEqual([true, false]));

  // The rule is used after 10 seconds without any other action.
  await waitUntil(
    async () => {
      await send([{ event: 'asked', distinct_id: 'bob', properties: { note: mail } }]);
      expect(
        await api.hogql(1, `select count() from events where properties.note = '[email]'`),
      ).not.toEqual([[0]]);
    },
    30_000,
    1_000,
  );
  await page.getByRole('link', { name: 'No addresses' }).click();
  await page.getByRole('button', { name: 'Delete No addresses' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete No addresses' }).click();
  await page.getByRole('link', { name: 'No robots' }).waitFor();
  expect(await names(api)).toEqual(['No robots']);
}

async function countOf(api: FlowSite['api'], event: string): Promise<unknown> {
  const rows = await api.hogql(1, `select count() from events where event = '${event}'`);
  return rows[0]?.[0];
}

interface Rules {
  readonly results: readonly { readonly name: string; readonly enabled: boolean }[];
}

async function rules(api: FlowSite['api']) {
  const { body } = await api.call('GET', '/api/projects/1/ingestion_rules/');
  return (body as Rules).results;
}

async function names(api: FlowSite['api']): Promise<readonly string[]> {
  return (await rules(api)).map(({ name }) => name);
}

async function enabled(api: FlowSite['api']): Promise<readonly boolean[]> {
  return (await rules(api)).map((rule) => rule.enabled);
}
