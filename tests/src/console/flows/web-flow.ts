import { waitUntil } from '@tidemark/testing';
import type { Page } from 'playwright-core';
import type { FlowSite } from './people-flow';

const BASKET = 'Opened the basket';
/** A malicious text that a link to the site may contain. The console must show it as text. */
const SOURCE = `<img src=x onerror="document.title='taken over'">`;

/** Web analytics: rows and goals as filters in the URL, people behind numbers, tables, web vitals, current visitors. */
export async function useWebAnalytics({ visit, api, send }: FlowSite): Promise<void> {
  const { page } = visit;
  const drawer = page.getByRole('dialog');
  const figure = (name: string, value: number) =>
    page.getByRole('button', { name: `${name}: ${value}, show people`, exact: true });
  /** Waits until tables are loaded, because they would move the elements that are checked. */
  const checkWhenSettled = async (): Promise<void> => {
    const unfinished = page.locator('[aria-busy="true"], [role="status"]:has-text("Computing")');
    await waitUntil(async () => expect(await unfinished.count()).toBe(0));
    await visit.checkAccessibility();
  };
  await send(visits());
  await waitUntil(async () =>
    expect(await api.hogql(1, `select count() from events where event = '$web_vitals'`)).toEqual([
      [2],
    ]),
  );
  await api.post('/api/projects/1/actions/', {
    name: BASKET,
    steps: [{ event: '$pageview', url: '/basket', url_matching: 'contains' }],
  });
  await page.goto('/project/1/web');
  // The overview may have been computed before the visits arrived.
  await page.getByRole('button', { name: 'Compute again' }).first().waitFor();
  await page.getByRole('button', { name: 'Compute everything again' }).click();
  await figure('Visitors', 3).waitFor();
  await figure('Views', 4).waitFor();
  await page.getByRole('button', { name: /^\d+ visitors now$/ }).waitFor();
  await checkWhenSettled();

  await page.getByRole('button', { name: '/basket, Visitors: 1, show people' }).click();
  await drawer.getByText('1 person: exactly the number 1.').waitFor();
  await drawer.getByRole('link', { name: 'web-1' }).waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();

  // A click on a row sets a filter in the URL; a second click removes it.
  await page.getByLabel('Devices by').selectOption('Browser');
  await page.getByRole('button', { name: 'Firefox', exact: true }).click();
  await figure('Visitors', 2).waitFor();
  await page.reload();
  await figure('Visitors', 2).waitFor();
  await page.getByRole('button', { name: 'Remove the filter $browser is Firefox' }).waitFor();
  await figure('Views', 3).click();
  await drawer.getByText('2 people, 3 times: exactly the number 3.').waitFor();
  await checkWhenSettled();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Firefox', exact: true }).click();
  await figure('Visitors', 3).waitFor();

  for (const [table, value, text] of TABLES) {
    await page.getByLabel(`${table} by`).selectOption(value);
    await page.getByRole('button', { name: text, exact: true }).waitFor();
  }
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  await useMap(page);
  await page
    .getByRole('region', { name: 'Channels' })
    .getByRole('button', { name: 'Views', exact: true })
    .click();
  await page.waitForURL(/sources-by=Views/);
  await page.getByRole('columnheader', { name: 'Views', exact: true }).first().waitFor();
  await checkWhenSettled();

  // With a goal, the numbers count conversions.
  const goals = page.getByRole('region', { name: 'Goals' });
  await goals.getByRole('button', { name: BASKET, exact: true }).click();
  await figure('Unique conversions', 1).click();
  await drawer.getByRole('link', { name: 'web-1' }).waitFor();
  await drawer.getByText('1 person: exactly the number 1.').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Metric of the chart').selectOption('conversions');
  await page.getByRole('heading', { name: 'Conversions over time' }).waitFor();
  await page.getByRole('button', { name: 'Remove the goal' }).click();
  await figure('Visitors', 3).waitFor();

  await page.getByRole('button', { name: /^Cumulative layout shift/ }).click();
  await page.getByRole('region', { name: 'CLS by path' }).getByText('poor').waitFor();
  await checkWhenSettled();
  await page.getByRole('link', { name: 'Open as an insight' }).first().click();
  await page.waitForURL(/insights\/new#q=/);
  await page.getByRole('heading', { level: 1 }).waitFor();

  await page.goto('/project/1/web#q=%7B%22kind%22%3A%22TrendsQuery%22%7D');
  await page.getByText('which is not a web analytics query').waitFor();
}

/**
 * On the map, a country has the shade for its number of visitors, and the number as its title. A click on it sets the
 * same filter as a click on its row, and so does Enter after the arrow keys have selected it.
 */
async function useMap(page: Page): Promise<void> {
  const map = page.getByRole('application', { name: /^Map of visitors by country/ });
  const germany = map.locator('[data-code="DE"]');
  await germany.scrollIntoViewIfNeeded();
  expect(await germany.locator('title').textContent()).toBe('Germany: 3');
  expect(await germany.getAttribute('data-class')).not.toBe('0');
  expect(await map.locator('[data-class]').count()).toBe(1);
  expect(await map.locator('[data-code="FR"]').count()).toBe(1);
  await page.getByRole('list', { name: 'Visitors' }).getByText('3 to 5').waitFor();
  await germany.click();
  await page.getByRole('button', { name: 'Remove the filter $geoip_country_code is DE' }).waitFor();
  await map.locator('[data-code="DE"][data-chosen="true"]').click();
  await page
    .getByRole('button', { name: 'Remove the filter $geoip_country_code is DE' })
    .waitFor({ state: 'detached' });
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await map.locator('[data-code="DE"][data-selected="true"]').waitFor();
  await map.locator('[aria-live]').getByText('Germany: 3').waitFor();
  for (const state of ['attached', 'detached'] as const) {
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: 'Remove the filter $geoip_country_code is DE' })
      .waitFor({ state });
  }
}

/** Tables, each with a breakdown and a value that must have a row. */
const TABLES = [
  ['Pages', 'InitialPage', '/home'],
  ['Pages', 'ExitPage', '/basket'],
  ['Sources', 'InitialReferringDomain', 'www.google.com'],
  ['Sources', 'InitialUTMSource', SOURCE],
  ['Sources', 'InitialChannelType', 'Organic Search'],
  ['Devices', 'DeviceType', 'Desktop'],
  ['Devices', 'OS', 'Linux'],
  ['Devices', 'Viewport', '1440 × 900'],
  ['Places', 'Language', 'German (Germany)'],
  ['Places', 'Country', 'Germany'],
] as const;

/** Three visits, one of them with two pages, and two measurements of web vitals. */
function visits(): readonly object[] {
  const now = Date.now();
  const common = {
    ...{ $os: 'Linux', $device_type: 'Desktop', $geoip_disable: true, $geoip_country_code: 'DE' },
    ...{ $viewport_width: 1440, $viewport_height: 900, $browser_language: 'de-DE' },
  };
  return [0, 1, 2].flatMap((visitor) => {
    const startMs = now - 60_000 - visitor * 1_000;
    const at = (seconds: number): string => new Date(startMs + seconds * 1_000).toISOString();
    const properties = {
      ...common,
      $session_id: sessionId(startMs, visitor),
      $browser: visitor === 0 ? 'Chrome' : 'Firefox',
      $referring_domain: visitor === 0 ? '$direct' : 'www.google.com',
      ...(visitor === 0 && { utm_source: SOURCE }),
    };
    const seen = (path: string) => ({
      $pathname: path,
      $current_url: `https://shop.example${path}`,
    });
    const distinct_id = `web-${visitor}`;
    const view = (path: string, seconds: number) => ({
      event: '$pageview',
      distinct_id,
      timestamp: at(seconds),
      properties: { ...properties, ...seen(path) },
    });
    const measured = { $web_vitals_LCP_value: 1_200, $web_vitals_CLS_value: 0.4 };
    return [
      view('/home', 0),
      ...(visitor === 1 ? [view('/basket', 10)] : []),
      ...(visitor > 0
        ? [
            {
              event: '$web_vitals',
              distinct_id,
              timestamp: at(2),
              properties: { ...properties, ...seen('/home'), ...measured },
            },
          ]
        : []),
    ];
  });
}

/** A session id in the format of posthog-js: a UUID v7 of the session's first millisecond. */
function sessionId(startMs: number, number: number): string {
  const time = startMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
}
