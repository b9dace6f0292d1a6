import type { ApiClient } from '../../test-support/api-client';
import type { ConsolePage } from '../console-page';

const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});

/**
 * Links two projects, promotes a flag, widens it with a guarded rollout, schedules a change, archives and restores the
 * flag.
 */
export async function useRollouts({
  visit,
  api,
}: {
  readonly visit: ConsolePage;
  readonly api: ApiClient;
}): Promise<void> {
  const { page } = visit;
  const made = async (path: string, body: object): Promise<number> => {
    const response = await api.call('POST', path, body);
    expect([path, response.status]).toEqual([path, 201]);
    return (response.body as { id: number }).id;
  };
  const staging = await made('/api/projects/', { name: 'Rollout staging' });
  const production = await made('/api/projects/', { name: 'Rollout production' });
  await made(`/api/projects/${staging}/feature_flags/`, { key: 'search', filters: share(5) });

  await page.goto(`/project/${staging}/feature_flags/environments`);
  await page.getByRole('textbox', { name: 'Product' }).fill('Shop');
  await page.getByLabel('Project of staging').selectOption('Rollout staging');
  await page.getByLabel('Project of production').selectOption('Rollout production');
  await page.getByRole('button', { name: 'Link the projects' }).click();
  await page.getByRole('button', { name: 'Promote search from staging to production' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Promote', exact: true }).click({ trial: true });
  await visit.checkAccessibility();
  await dialog.getByRole('button', { name: 'Promote', exact: true }).click();
  await page.getByText('Promoted search to production.').waitFor();

  await page.goto(`/project/${production}/feature_flags`);
  await page.getByRole('link', { name: 'search', exact: true }).click();
  await page.getByRole('tab', { name: 'Rollout' }).click();
  await page.getByLabel('Steps, %').fill('50, 20');
  await page.getByText('Enter increasing numbers up to 100, separated by commas.').waitFor();
  await page.getByLabel('Steps, %').fill('20, 100');
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Start the rollout' }).click();
  await page.getByText('now 20 %').waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Stop the rollout' }).click();
  await dialog.getByRole('button', { name: 'Stop the rollout' }).click();
  await page.getByText('stopped', { exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByLabel('Change', { exact: true }).selectOption('Turn the flag off');
  await page.getByLabel(/^Time/).fill('2100-01-01T09:00');
  await page.getByLabel('How often').selectOption('By a cron expression');
  await page.getByLabel('Cron expression').fill('61 9 * * *');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByText(/Invalid cron expression/).waitFor();
  await page.getByLabel('Cron expression').fill('0 9 * * 1-5');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByText('repeats at 0 9 * * 1-5 (cron, UTC)').waitFor();
  await page.getByText('waiting', { exact: true }).waitFor();
  await visit.checkAccessibility();
  await page.getByRole('button', { name: 'Delete the scheduled change' }).click();
  await dialog.getByRole('button', { name: 'Delete the scheduled change' }).last().click();
  await page.getByRole('heading', { name: 'Nothing is scheduled' }).waitFor();

  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText('Archived search.').waitFor();
}
