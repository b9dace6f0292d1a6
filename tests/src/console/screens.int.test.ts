import { readFileSync } from 'node:fs';
import { waitUntil } from '@tidemark/testing';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import { describeWithBrowser, launchBrowser } from '../test-support/browser';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { ConsolePage } from './console-page';
import { openConsolePage } from './console-page';
import { setUp, setupPath, signIn } from './entry';
import { signsInProgram } from './flows/cli-login-flow';
import { useClickedElement, useDefinitions, useTables } from './flows/definitions-flow';
import { useInsightKinds } from './flows/insights-flow';
import { usesDrawingsByKeys } from './flows/drawings-flow';
import { usesOnlyKeys } from './flows/keyboard-flow';
import { useExplainedFlag } from './flows/explained-flag-flow';
import { useAlerts } from './flows/alerts-flow';
import { useSubscriptions } from './flows/subscriptions-flow';
import { useDashboard } from './flows/dashboard-flow';
import { useExports, useWarnings } from './flows/data-flow';
import { useCohorts, useGroups, usePersons } from './flows/people-flow';
import { useFlagLife } from './flows/flags-flow';
import { useExportsOfPage } from './flows/export-flow';
import { useActivityLog, useMembers } from './flows/members-flow';
import { goesBackByEdits } from './flows/back-flow';
import { opensMissingThings } from './flows/missing-flow';
import { useAsMember } from './flows/role-flow';
import { useSdkSettings } from './flows/settings-flow';
import { useStatus } from './flows/status-flow';
import { useTwoTabs } from './flows/tabs-flow';
import { useWebAnalytics } from './flows/web-flow';
import { INSIGHT_KINDS } from './insight-kinds';
import { MARKUP } from './markup';

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
    visit = await openConsolePage(browser, product.url, { expectedStatuses: [400, 404, 409] });
    await setUp(visit.page, setupPath(product));
  });
  beforeEach(() => product.requireRunning());
  afterEach(() => {
    expect(visit.faults()).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  it('shows markup from a visitor as text on every screen', async () => {
    const { page } = visit;
    for (const path of SCREENS) {
      await page.goto(`/project/1/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      // The name of the action is also the title of its page.
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

  it('names a page and an item that do not exist', () => opensMissingThings({ visit }));

  it('is used by keyboard, and never loses the focus', () => usesOnlyKeys({ visit, api, send }));

  it('returns through filters and tabs by Back', () => goesBackByEdits({ visit, api, send }));

  it('creates an action from a clicked element, and shows matching events while it is edited', () =>
    useClickedElement({ visit, api, send }));

  it('describes, verifies and hides a definition', () => useDefinitions({ visit, api, send }));

  it('creates a table from a file, a view that reads it and a join to it', () =>
    useTables({ visit, api, send }));

  it('creates a flag and explains it for a user; SDKs get the explained value', () =>
    useExplainedFlag(product, visit));

  it('keeps the typed values of a flag after a reload', async () => {
    const { page } = visit;
    await page.goto('/project/1/feature_flags/new');
    await page.getByLabel('Key').fill('half-typed');
    await page.reload();
    await page.getByRole('button', { name: 'Discard' }).waitFor();
    expect(await page.getByLabel('Key').inputValue()).toBe('half-typed');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('runs SQL: marks an error at its position, then shows the rows', async () => {
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

  it('shows the result of a link immediately, and the people behind a number', async () => {
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

  it('shows a person, merges, splits and deletes persons', () => usePersons({ visit, api, send }));
  it('creates cohorts from criteria and from a list', () => useCohorts({ visit, api, send }));
  it('shows groups, and uses them in flags', () => useGroups({ visit, api, send }));
  it('arranges a dashboard and sets a view for all tiles', () =>
    useDashboard({ visit, api, send }));
  it('makes pictures and prints of a dashboard and of an insight', () =>
    useExportsOfPage({ visit, api, send }));
  it('approves a proposed change of a flag', () => useFlagLife(browser, product, { visit, api }));
  it('disables controls whose scope the role lacks, and names the scope', () =>
    useAsMember(browser, product));
  it('invites a member, changes the role, removes the member', () =>
    useMembers({ browser, visit, product }));
  it('finds changes and their authors in the activity log', () => useActivityLog({ visit, api }));
  it('reports problems of ingestion, and replays a dead letter', () =>
    useStatus({ visit, api, product }));
  it('signs in a command-line client', () => signsInProgram(browser, product));
  it('keeps everything that was typed in two tabs', async () => {
    // It ends the session, which the other tests need.
    const own = await openConsolePage(browser, product.url, { expectedStatuses: [409] });
    await own.page.goto('/login');
    await signIn(own.page);
    await own.page.waitForURL(/\/project\/1\//);
    await useTwoTabs({ visit: own, api, send });
    expect(own.faults()).toEqual([]);
    await own.close();
  });
  it.each(INSIGHT_KINDS)('opens the people behind a number of $name', async (kind) => {
    const { page } = visit;
    const hash = `#q=${encodeURIComponent(JSON.stringify(kind.query))}`;
    await page.goto('about:blank');
    await page.goto(`/project/1/insights/new${kind.search ?? ''}${hash}`);
    await page.getByRole('button', { name: kind.number }).first().click();
    await page.getByRole('dialog').getByText(kind.says).waitFor();
    await visit.checkAccessibility();
  });

  it('opens the people of a box plot and of paths by keys', () => usesDrawingsByKeys(visit));

  it('shows the people again by a link, and exports all of them', async () => {
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

  it('builds each kind of insight, saves one, annotates it and shows its history', () =>
    useInsightKinds({ visit, api, send }));

  it('watches an insight with an alert', () => useAlerts({ visit, api, send }));
  it('subscribes to an insight', () => useSubscriptions({ visit, api, send }));
  it('shows events that ingestion changed', () => useWarnings({ visit, api, send }));
  it('pauses an export and exports a range', () => useExports({ visit, api, send }));
  it('shows the visitors of the site, and filters by a row', () =>
    useWebAnalytics({ visit, api, send }));

  it('changes the settings that SDKs read when they start', () =>
    useSdkSettings({ visit, api, send }));
});
