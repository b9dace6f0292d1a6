import type { FlowSite } from './people-flow';

const FLAG = 'is-recorded';
const PATH = '/api/projects/1/';

/**
 * The SDK settings: switches and texts are validated and saved, drafts are kept after a reload, and errors are shown at
 * their fields.
 */
export async function useSdkSettings({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  const made = await api.post('/api/projects/1/feature_flags/', { key: FLAG, filters: {} });
  expect(made.status).toBe(201);
  await page.goto('/project/1/settings/project');
  const save = page.getByRole('button', { name: 'Save the settings' });
  expect(await save.isDisabled()).toBe(true);
  await page.getByLabel('Web vitals').check();
  await page.getByLabel(/^CLS/).uncheck();
  await page.getByLabel('Autocapture').uncheck();
  await page.getByLabel('Show surveys').uncheck();
  await page.getByLabel('Record sessions').check();
  await page.getByLabel('Share of the sessions, %').fill('250');
  await page.getByLabel('Domains').fill('shop.example.com');
  await page.getByLabel('Hide the text of elements').fill('[');
  await save.click();
  await page.getByText('A whole number from 0 to 100.').waitFor();
  await page.getByText('“shop.example.com” is not a valid site address').waitFor();
  await page.getByText('“[” is not a valid CSS selector.').waitFor();
  await visit.checkAccessibility();

  // Unsaved changes are kept after a reload.
  await page.reload();
  await page.getByText('not saved').waitFor();
  await page.getByLabel('Share of the sessions, %').fill('25');
  await page.getByLabel('Domains').fill('https://shop.example.com\nhttps://*.example.org');
  await page.getByLabel('Hide the text of elements').fill('.private');
  await page.getByLabel('Start with events').fill('x'.repeat(401));
  await save.click();
  // Only the server checks the maximum length of a name.
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await page.getByLabel('Start with events').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Start with events').fill('$exception');
  await page.getByRole('button', { name: 'Only for users of a flag: Every user' }).click();
  await page.keyboard.type(FLAG);
  await page.getByRole('option', { name: FLAG }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Only for users of a flag: ${FLAG}` }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('Saved. Clients read the settings').waitFor();
  await page.getByText('not saved').waitFor({ state: 'detached' });
  await visit.checkAccessibility();
  const { body } = await api.call('GET', PATH);
  expect(body).toMatchObject({
    autocapture_opt_out: true,
    surveys_opt_in: false,
    autocapture_web_vitals_opt_in: true,
    autocapture_web_vitals_allowed_metrics: ['FCP', 'INP', 'LCP'],
    heatmaps_opt_in: null,
    session_recording_opt_in: true,
    session_recording_sample_rate: '0.25',
    session_recording_masking_config: { maskAllInputs: true, maskTextSelector: '.private' },
    session_recording_event_trigger_config: ['$exception'],
    session_recording_linked_flag: { key: FLAG },
    recording_domains: ['https://shop.example.com', 'https://*.example.org'],
  });
  await page.reload();
  await page.getByLabel('Share of the sessions, %').waitFor();
  expect(await page.getByLabel('Share of the sessions, %').inputValue()).toBe('25');
  expect(await page.getByLabel('Autocapture').isChecked()).toBe(false);
  expect(await page.getByLabel('Show surveys').isChecked()).toBe(false);
  // Without the flag, no session would be recorded.
  const { id } = made.body as { id: number };
  await api.call('PATCH', `${PATH}feature_flags/${id}/`, { deleted: true });
  await page.reload();
  await page.getByText(`The flag ${FLAG} was deleted`).waitFor();
  await visit.checkAccessibility();
}
