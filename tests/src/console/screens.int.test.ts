import { readFileSync } from 'node:fs';
import { waitUntil } from '@tidemark/testing';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import { browserTestsSkipped, launchBrowser } from '../test-support/browser';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { ConsolePage } from './console-page';
import { openConsolePage } from './console-page';
import { setUp, setupPath } from './entry';
import { useAlerts } from './flows/alerts-flow';
import { useSubscriptions } from './flows/subscriptions-flow';
import { useDashboard } from './flows/dashboard-flow';
import { useExports, useWarnings } from './flows/data-flow';
import { useCohorts, useGroups, usePersons } from './flows/people-flow';
import { useFlagLife } from './flows/flags-flow';
import { useExportsOfPage } from './flows/export-flow';
import { useActivityLog, useMembers } from './flows/members-flow';
import { useAsMember } from './flows/role-flow';
import { useSdkSettings } from './flows/settings-flow';
import { useStatus } from './flows/status-flow';
import { useTwoTabs } from './flows/tabs-flow';
import { useWebAnalytics } from './flows/web-flow';
import { INSIGHT_KINDS } from './insight-kinds';

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
    'web',
    'persons',
    'cohorts',
    'cohorts/new',
    'groups',
    'feature_flags',
    ...['proposals', 'environments', 'cleanup'].map((screen) => `feature_flags/${screen}`),
    'experiments',
    'experiments?part=metrics',
    'experiments?part=holdouts',
    'experiments/new',
  ],
  ...['project', 'usage', 'imports', 'imports?from=file', 'keys', 'members'].map(
    (screen) => `settings/${screen}`,
  ),
  ...['activity', 'status', 'account'].map((screen) => `settings/${screen}`),
  'onboarding',
  ...['actions', 'actions/new', 'actions/1', 'events', 'properties', 'warnings', 'exports'].map(
    (screen) => `data-management/${screen}`,
  ),
  ...['', '?part=views', '?part=joins'].map((part) => `data-management/tables${part}`),
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
    // The events have different timestamps, so that paths have an order.
    const [earlier, later] = [20_000, 10_000].map((ago) => new Date(Date.now() - ago));
    await send([
      ...['ann', 'bob', 'cleo'].flatMap((distinct_id, index) => [
        {
          event: 'viewed',
          distinct_id,
          timestamp: earlier,
          properties: { $set: { plan: index < 2 ? 'pro' : 'free' } },
        },
        ...(index < 2
          ? [{ event: 'bought', distinct_id, timestamp: later, properties: { revenue: 10 } }]
          : []),
      ]),
      {
        event: MARKUP,
        distinct_id: MARKUP,
        properties: { [MARKUP]: MARKUP, $set: { name: MARKUP } },
      },
      {
        event: '$autocapture',
        distinct_id: 'cleo',
        properties: {
          $event_type: 'click',
          $elements: [
            {
              tag_name: 'button',
              $el_text: 'Buy now',
              attr__class: 'buy md:w-[10px]',
              nth_child: 1,
            },
            { tag_name: 'main', attr__id: 'shop "of" <b>', nth_child: 1 },
          ],
        },
      },
    ]);
    await waitUntil(async () =>
      expect(await api.hogql(1, 'select count() from events')).toEqual([[7]]),
    );
    const planted = await api.call('POST', '/api/projects/1/actions/', {
      name: MARKUP,
      description: MARKUP,
      tags: ['<b>'],
      steps: [{ event: MARKUP, url: MARKUP, text: MARKUP }],
    });
    expect(planted.status).toBe(201);
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
      // The name of the planted action is the title of its page, as text.
      expect(await page.title()).not.toBe('taken over');
      await visit.checkAccessibility();
    }
    await page.goto('/project/1/activity');
    await page.getByText(MARKUP).first().waitFor();
    await page.getByText(MARKUP).first().click();
    await page.waitForLoadState('networkidle');
    expect(await page.title()).not.toContain('taken over');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  });

  it('makes an action of a clicked element, and shows what it matches while it is edited', async () => {
    const { page } = visit;
    await page.goto('/project/1/activity');
    await page.getByRole('gridcell', { name: '$autocapture' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: 'Elements' }).click();
    await visit.checkAccessibility();
    await drawer.getByRole('link', { name: 'Make an action', exact: true }).last().click();
    await page.waitForURL(/data-management\/actions\/new/);
    const matches = page.getByRole('status').filter({ hasText: 'of the last 7 days' });
    await matches.filter({ hasText: '1 event ' }).waitFor();
    expect(await page.getByLabel('Selector of the element of step 1').inputValue()).toBe(
      String.raw`main[id="shop \"of\" <b>"] > button.buy.md\:w-\[10px\]`,
    );
    await page.getByLabel('Text of the element of step 1').fill('Something else');
    await matches.filter({ hasText: '0 events ' }).waitFor();
    await page.getByLabel('Text of the element of step 1').fill('Buy now');
    await matches.filter({ hasText: '1 event ' }).waitFor();
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/data-management\/actions\/\d+$/);
    await page.getByText('No insight and no cohort names this action.').waitFor();

    // What was typed outlasts a reload; the list shows what was saved.
    await page.getByLabel('Name').fill('Wants to buy');
    await page.reload();
    await page.getByText('not saved').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved Wants to buy.').waitFor();
    await page.getByRole('link', { name: 'All actions' }).click();
    await page.getByRole('link', { name: 'Wants to buy' }).waitFor();
  });

  it('describes, verifies and hides a definition', async () => {
    const { page } = visit;
    await page.goto('/project/1/data-management/events');
    await page.getByRole('link', { name: 'viewed', exact: true }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Description').fill('Somebody looked at a page.');
    await drawer.getByLabel('Tags').fill('Shop');
    await drawer.getByLabel(/^Verified/).check();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved viewed.').waitFor();
    await visit.checkAccessibility();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Verified').selectOption('true');
    await page.getByText('Somebody looked at a page.').waitFor();
    await page.getByText('1 of 1').waitFor();

    await page.goto('/project/1/data-management/properties?of=person');
    await page.getByRole('link', { name: 'plan', exact: true }).click();
    await drawer.getByLabel('Type').selectOption('String');
    await drawer.getByLabel(/^Hidden/).check();
    await drawer.getByRole('region', { name: 'Values' }).getByText('free').waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved plan.').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'plan', exact: true }).waitFor({ state: 'detached' });
  });

  it('makes a table of a file, a view over it and a join to it', async () => {
    const { page } = visit;
    await page.goto('/project/1/data-management/tables');
    await page.getByLabel('Name', { exact: true }).fill('customers');
    const buffer = Buffer.from('id,segment\nann,gold\nbob,"<b>silver</b>"\n');
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer };
    await page.getByLabel('File').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Loaded customers.').waitFor();
    await page.getByText('completed').waitFor();
    await visit.checkAccessibility();

    await page.getByRole('tab', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill('gold');
    await page.getByLabel('SQL').fill(`select id from customers where segment = 'gold'`);
    await page.getByRole('button', { name: 'Create the view' }).click();
    await page.getByText('Saved the view gold.').waitFor();
    await visit.checkAccessibility();

    await page.getByRole('tab', { name: 'Joins' }).click();
    const fields = ['events', 'distinct_id', 'customers', 'id', 'customer'];
    const labels = ['Table', 'Its key', 'Other table', 'Key of the other table'];
    for (const [at, label] of [...labels, 'Name of the new field'].entries()) {
      await page.getByLabel(label, { exact: true }).fill(fields[at] ?? '');
    }
    await page.getByRole('button', { name: 'Create the join' }).click();
    await page.getByText('Saved the join customer.').waitFor();
    await visit.checkAccessibility();
    expect(
      await api.hogql(1, `select customer.segment from events where event = 'bought' order by 1`),
    ).toEqual([['<b>silver</b>'], ['gold']]);
    await page.getByRole('button', { name: 'Delete customer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click();
    await page.getByRole('heading', { name: 'No joins yet' }).waitFor();
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
    await waitUntil(async () => expect(await flagOf('ann')).toBe(true));

    await page.getByLabel('The flag is on').uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('cell', { name: 'off', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save these changes' }).click();
    await page.getByText('Saved for-pros.').waitFor();
    await waitUntil(async () => expect(await flagOf('ann')).not.toBe(true));

    // Back to the state before, from the history.
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Take the state before' }).first().click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save these changes' }).click();
    await waitUntil(async () => expect(await flagOf('ann')).toBe(true));
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
  it('makes pictures and pages of a dashboard and of an insight', () =>
    useExportsOfPage({ visit, api, send }));
  it('takes a change of a flag from proposal to approval', () =>
    useFlagLife(browser, product, { visit, api }));
  it('disables what a role lacks, and names the scope', () => useAsMember(browser, product));
  it('invites a member, changes the role, removes them', () =>
    useMembers({ browser, visit, product }));
  it('finds who changed what in the activity log', () => useActivityLog({ visit, api }));
  it('says what is wrong with ingestion, and replays a dead letter', () =>
    useStatus({ visit, api, product }));
  // The last one: it ends the session and begins another.
  it('loses nothing that was typed in two tabs', () => useTwoTabs({ visit, api, send }));
  it.each(INSIGHT_KINDS)('opens the people behind a number of $name', async (kind) => {
    const { page } = visit;
    const hash = `#q=${encodeURIComponent(JSON.stringify(kind.query))}`;
    await page.goto('about:blank');
    await page.goto(`/project/1/insights/new${kind.search ?? ''}${hash}`);
    await page.getByRole('button', { name: kind.number }).first().click();
    await page.getByRole('dialog').getByText(kind.says).waitFor();
    await visit.checkAccessibility();
  });

  it('opens people again by their link, and exports all of them', async () => {
    const { page } = visit;
    const query = {
      kind: 'StickinessQuery',
      series: [{ kind: 'EventsNode', event: 'viewed', name: 'viewed' }],
      interval: 'day',
      dateRange: { date_from: '-7d' },
    };
    await page.goto(`/project/1/insights/new#q=${encodeURIComponent(JSON.stringify(query))}`);
    await page.getByRole('button', { name: 'viewed, 1 day: 3, show people' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'cleo' }).waitFor();
    await page.reload();
    await drawer.getByText('3 people: exactly the number 3.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      drawer.getByRole('button', { name: 'Export all as CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines).toHaveLength(4);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(page.url()).toContain('#q=');
    expect(page.url()).not.toContain('people=');
  });

  it('builds each kind of insight, saves one, annotates it and shows its history', async () => {
    const { page } = visit;
    await page.goto('/project/1/insights/new');
    const kinds = page.getByRole('group', { name: 'Kind of insight' });
    for (const kind of ['Funnel', 'Retention', 'Paths', 'Stickiness', 'Lifecycle', 'Trends']) {
      await kinds.getByRole('button', { name: kind }).click();
      await page.locator(`[aria-pressed="true"]:text-is("${kind}")`).waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await visit.checkAccessibility();
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Everything');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Everything', level: 1 }).waitFor();

    await page.getByRole('button', { name: 'Add an annotation' }).click();
    await page.getByLabel('What happened').fill(MARKUP);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const notes = page.getByRole('region', { name: 'Annotations' });
    await notes.getByText(MARKUP).waitFor();
    await notes.getByRole('button', { name: /^Change the annotation/ }).click();
    await page.getByLabel('What happened').fill('Release 2');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await notes.getByText('Release 2').waitFor();
    await visit.checkAccessibility();
    await notes.getByRole('button', { name: /^Delete the annotation/ }).click();
    await notes.getByText('Release 2').waitFor({ state: 'detached' });

    await page.getByRole('group', { name: 'Kind of insight' }).getByText('Lifecycle').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'History' }).click();
    const history = page.getByRole('dialog');
    await history.getByText('The query changed.').first().waitFor();
    await visit.checkAccessibility();
    await history
      .getByRole('button', { name: 'Open the query before this change' })
      .first()
      .click();
    await page.locator('[aria-pressed="true"]:text-is("Trends")').waitFor();
    await page.getByRole('button', { name: 'Discard' }).waitFor();
  });

  it('watches an insight with an alert', () => useAlerts({ visit, api, send }));
  it('subscribes to an insight', () => useSubscriptions({ visit, api, send }));
  it('shows what was changed on the way in', () => useWarnings({ visit, api, send }));
  it('pauses an export and exports a range', () => useExports({ visit, api, send }));
  it('shows who visits the site, and filters by a row', () =>
    useWebAnalytics({ visit, api, send }));

  it('sets what clients do when they start', () => useSdkSettings({ visit, api, send }));

  const flagOf = async (distinctId: string): Promise<unknown> => {
    const response = await fetch(`${product.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ token: product.projectApiKey, distinct_id: distinctId }),
    });
    const { flags } = (await response.json()) as { flags: Record<string, { enabled: boolean }> };
    return flags['for-pros']?.enabled;
  };
});
