import { eventually } from '@tidemark/testing';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../support/api-client';
import { createApiClient } from '../support/api-client';
import { browserTestsSkipped, launchBrowser } from '../support/browser';
import type { Standalone } from '../support/standalone';
import { startStandalone } from '../support/standalone';
import type { ConsolePage } from './console-page';
import { openConsolePage } from './console-page';
import { setUp, setupPath } from './entry';
import { useDashboard } from './flows/dashboard-flow';
import { useCohorts, useGroups, usePersons } from './flows/people-flow';
import { useAsMember } from './flows/role-flow';
import { useTwoTabs } from './flows/tabs-flow';

const describeWithBrowser = browserTestsSkipped() ? describe.skip : describe;

/** Whatever a visitor can send, as markup: it has to be text on every screen. */
const MARKUP = `<img src=x onerror="document.title='taken over'"><script>document.title='taken over'</script>`;

const SCREENS = [
  ...[
    'home',
    'activity',
    'insights',
    'insights/new',
    'sql',
    'dashboard',
    'persons',
    'cohorts',
    'cohorts/new',
    'groups',
    'feature_flags',
  ],
  ...['settings/project', 'settings/keys', 'onboarding'],
];

describeWithBrowser('the screens of the console', () => {
  let product: Standalone;
  let browser: Browser;
  let api: ApiClient;
  let visit: ConsolePage;

  const send = async (batch: readonly object[]): Promise<void> => {
    const body = JSON.stringify({ api_key: product.projectApiKey, batch });
    const response = await fetch(`${product.url}/batch/`, { method: 'POST', body });
    expect(response.status).toBe(200);
  };

  beforeAll(async () => {
    [product, browser] = await Promise.all([startStandalone(), launchBrowser()]);
    api = createApiClient(product.url, product.personalApiKey);
    await send([
      ...['ann', 'bob', 'cleo'].flatMap((distinct_id, index) => [
        {
          event: 'viewed',
          distinct_id,
          properties: { $set: { plan: index < 2 ? 'pro' : 'free' } },
        },
        ...(index < 2 ? [{ event: 'bought', distinct_id, properties: { revenue: 10 } }] : []),
      ]),
      {
        event: MARKUP,
        distinct_id: MARKUP,
        properties: { [MARKUP]: MARKUP, $set: { name: MARKUP } },
      },
    ]);
    await eventually(async () =>
      expect(await api.hogql(1, 'select count() from events')).toEqual([[6]]),
    );
    visit = await openConsolePage(browser, product.url, { expectedStatuses: [400, 409] });
    await setUp(visit.page, setupPath(product));
  });
  afterEach(() => {
    expect(visit.faults()).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  it('shows markup that a visitor sent as text, on every screen', async () => {
    const { page } = visit;
    for (const path of SCREENS) {
      await page.goto(`/project/1/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.title()).not.toContain('taken over');
      await visit.checkAccessibility();
    }
    await page.goto('/project/1/activity');
    await page.getByText(MARKUP).first().waitFor();
    await page.getByText(MARKUP).first().click();
    await page.waitForLoadState('networkidle');
    expect(await page.title()).not.toContain('taken over');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  it('makes a flag, explains it for a user, and SDKs get what was explained', async () => {
    const { page } = visit;
    await page.goto('/project/1/feature_flags/new');
    await page.getByLabel('Key').fill('for-pros');
    await page.getByLabel('Rollout of condition 1').fill('0');
    await page.getByLabel('Distinct id').fill('ann');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('the rollout leaves this user out').waitFor();
    await page.getByLabel('Rollout of condition 1').fill('100');
    await page.getByText('this condition decides').waitFor();
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/feature_flags\/\d+$/);
    await eventually(async () => expect(await flagOf('ann')).toBe(true));

    await page.getByLabel('The flag is on').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('cell', { name: 'off', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save these changes' }).click();
    await page.getByText('Saved for-pros.').waitFor();
    await eventually(async () => expect(await flagOf('ann')).not.toBe(true));

    // Back to the state before, from the history.
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Take the state before' }).first().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save these changes' }).click();
    await eventually(async () => expect(await flagOf('ann')).toBe(true));
  });

  it('keeps what was typed into a flag over a reload', async () => {
    const { page } = visit;
    await page.goto('/project/1/feature_flags/new');
    await page.getByLabel('Key').fill('half-typed');
    await page.reload();
    await page.getByRole('button', { name: 'Discard' }).waitFor();
    expect(await page.getByLabel('Key').inputValue()).toBe('half-typed');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('runs SQL: an error at its place, then the rows', async () => {
    const { page } = visit;
    await page.goto('/project/1/sql');
    const editor = page.getByRole('textbox', { name: /SQL/ });
    await editor.click();
    await page.keyboard.type('select event, count() as number from evnts group by event');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`select 'rows of ' || event from events where event = 'viewed'`);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('gridcell', { name: 'rows of viewed' }).first().waitFor();
    expect(await page.getByRole('gridcell', { name: 'rows of viewed' }).count()).toBe(3);
    await visit.checkAccessibility();
  });

  it('answers a link with a query at once, and opens the people behind a number', async () => {
    const { page } = visit;
    const query = {
      kind: 'FunnelsQuery',
      series: [
        { kind: 'EventsNode', event: 'viewed', name: 'viewed' },
        { kind: 'EventsNode', event: 'bought', name: 'bought' },
      ],
      dateRange: { date_from: '-7d' },
    };
    await page.goto(`/project/1/insights/new#q=${encodeURIComponent(JSON.stringify(query))}`);
    await page.getByRole('button', { name: /bought, dropped off/ }).click();
    await page.getByRole('dialog').getByText('cleo').waitFor();
    await visit.checkAccessibility();
    await page.getByRole('dialog').getByRole('link', { name: 'cleo' }).click();
    await page.waitForURL(/\/person\/cleo/);
    await page.getByRole('tab', { name: 'Flags' }).click();
    await page.getByRole('link', { name: 'for-pros' }).waitFor();
    await visit.checkAccessibility();
  });

  it('looks into a person, merges, splits and deletes', () => usePersons({ visit, api, send }));
  it('makes cohorts from criteria and from a list', () => useCohorts({ visit, api, send }));
  it('shows groups, and flags that they decide', () => useGroups({ visit, api, send }));
  it('arranges a dashboard and shows it in one view', () => useDashboard({ visit, api, send }));
  it('disables what a role lacks, and names the scope', () => useAsMember(browser, product));
  // The last one: it ends the session and begins another.
  it('loses nothing that was typed in two tabs', () => useTwoTabs({ visit, api, send }));

  const flagOf = async (distinctId: string): Promise<unknown> => {
    const response = await fetch(`${product.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ token: product.projectApiKey, distinct_id: distinctId }),
    });
    const { flags } = (await response.json()) as { flags: Record<string, { enabled: boolean }> };
    return flags['for-pros']?.enabled;
  };
});
