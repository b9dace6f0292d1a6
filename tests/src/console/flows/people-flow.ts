import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../../test-support/api-client';
import type { ConsolePage } from '../console-page';

/** The objects that all flows of a product use. */
export interface FlowSite {
  readonly visit: ConsolePage;
  readonly api: ApiClient;
  readonly send: (batch: readonly object[]) => Promise<void>;
}

/** Shows a person's sessions and property changes, sets a property, and merges, splits and deletes persons. */
export async function usePersons({ visit, api, send }: FlowSite): Promise<void> {
  const { page } = visit;
  const session = { $session_id: '01a20799-4695-73c4-8ac4-2f58b847b5e4' };
  await send([
    { ...event('dora', { ...session, $set: { plan: 'free' } }), timestamp: ago(60) },
    { ...event('dora', { ...session, $set: { plan: 'pro' } }), timestamp: ago(30) },
    event('dora-phone', { $set: { device: 'phone' } }),
  ]);
  await waitUntil(async () =>
    expect(await api.hogql(1, `select count() from events where distinct_id like 'dora%'`)).toEqual(
      [[3]],
    ),
  );
  await page.goto('/project/1/person/dora?tab=sessions');
  await page.getByRole('gridcell', { name: session.$session_id }).waitFor();
  await page.getByRole('tab', { name: 'Changes' }).click();
  await page.getByRole('row', { name: /plan free pro/ }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByLabel('Name of the property').fill('seats');
  await page.getByLabel('Value').fill('5');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('Set seats.').waitFor();
  await visit.checkAccessibility();

  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByLabel('A distinct id of the other person').fill('dora-phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await page.getByText('The persons are merged.').waitFor();
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await page.getByRole('dialog').getByLabel('dora-phone').check();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Split the person' }).click();
  await page.getByText('The person is split.').waitFor();

  await page.goto('/project/1/person/dora-phone');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByLabel('Also delete the events and recordings').check();
  await page.getByRole('button', { name: 'Delete the person' }).click();
  await page.waitForURL(/\/persons$/);
  await page.goto('/project/1/person/dora-phone');
  await page.getByText('No person has this distinct id').waitFor();
}

/** Creates a cohort from criteria, with its size while it is edited and its members, and another one from a list. */
export async function useCohorts({ visit }: FlowSite): Promise<void> {
  const { page } = visit;
  await page.goto('/project/1/cohorts/new');
  await page.getByLabel('Name').fill('Buyers');
  await page.getByRole('button', { name: /Add a behaviour/ }).click();
  await page.getByPlaceholder('Search events and actions').fill('bought');
  await page.getByRole('option', { name: 'bought' }).click();
  await page.getByText(/^2 of \d+ persons/).waitFor();
  await page.getByLabel('Behaviour', { exact: true }).selectOption('not');
  await page.getByText(/^[^2] of \d+ persons/).waitFor();
  await page.getByLabel('Behaviour', { exact: true }).selectOption('performed_event');
  await visit.checkAccessibility();
  // Typed values are kept after a reload.
  await page.reload();
  await page.getByText(/^2 of \d+ persons/).waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Buyers');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL(/cohorts\/\d+$/);
  await page.getByText('2 persons, calculated').waitFor();
  await page.getByRole('tab', { name: 'Persons' }).click();
  await page.getByRole('link', { name: 'ann' }).waitFor();
  await page.getByRole('tab', { name: 'Used in' }).click();
  await page.getByText('Nothing uses this cohort').waitFor();

  await page.goto('/project/1/cohorts/new');
  await page.getByLabel('Name').fill('Listed');
  await page.getByLabel('Distinct ids').fill('ann\ncleo\nnobody');
  await page.getByRole('button', { name: 'Create a static cohort from this list' }).click();
  await page.waitForURL(/cohorts\/\d+$/);
  await page.getByText('2 persons, calculated').waitFor();
  await page.getByRole('tab', { name: 'Persons' }).click();
  await page.getByRole('button', { name: 'Remove cleo from the cohort' }).click();
  await page.getByText('1 person, calculated').waitFor();
  await visit.checkAccessibility();
  await page.goto('/project/1/cohorts');
  await page.getByRole('link', { name: 'Listed' }).waitFor();
  await visit.checkAccessibility();
}

/** Shows the groups of a type and one group, and uses groups in the conditions of a flag. */
export async function useGroups({ visit, api, send }: FlowSite): Promise<void> {
  const { page } = visit;
  await send([
    {
      event: '$groupidentify',
      distinct_id: 'ann',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { name: 'Acme' } },
    },
  ]);
  await waitUntil(async () =>
    expect((await api.get('/api/projects/1/groups_types/')).body).toHaveLength(1),
  );
  await send([event('ann', { $groups: { company: 'acme' } })]);
  await page.goto('/project/1/groups');
  await page.getByRole('link', { name: 'Acme' }).click();
  await page.waitForURL(/groups\/0\/acme/);
  await visit.checkAccessibility();
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByLabel('Name of the property').fill('seats');
  await page.getByLabel('Value').fill('12');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText('Set seats.').waitFor();
  await page.getByRole('tab', { name: 'Persons and groups' }).click();
  await waitUntil(async () => {
    await page.reload();
    await page.getByRole('link', { name: 'ann' }).waitFor({ timeout: 3_000 });
  });

  await page.goto('/project/1/feature_flags/new');
  await page.getByLabel('Key').fill('for-companies');
  await page.getByLabel('Match by').selectOption('0');
  await page.getByText('1 of 1 groups of the type company match').waitFor();
  await page.getByLabel('Distinct id').fill('ann');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('needs the key of a group, but none was given').waitFor();
  await page.getByLabel('Key of the company').fill('acme');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('this condition decides').waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Discard' }).click();
}

function event(distinct_id: string, properties: object): object {
  return { event: 'seen', distinct_id, properties };
}

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString();
}
