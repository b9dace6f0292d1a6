import type { ConsoleBrowser } from './open-browser';
import { callInPage } from './open-browser';
import type { Product } from './product';
import { callApi } from './product';
import type { Figure } from './report';

const TILES = 20;

/** The milliseconds from the click on the dashboard's name until all tile titles are visible. */
const OPEN_DASHBOARD = `(tiles) => new Promise((resolve) => {
  const from = performance.now();
  [...document.querySelectorAll('a')].find((a) => a.textContent === 'Bench').click();
  const look = () => {
    const text = document.querySelector('main')?.innerText ?? '';
    const titles = Array.from({ length: tiles }, (_, at) => 'Tile ' + (at + 1));
    if (titles.every((title) => text.includes(title))) resolve(performance.now() - from);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Measures a dashboard of 20 tiles: the time until its titles are visible, and whether scrolling keeps its charts. */
export async function measureDashboard(
  browser: ConsoleBrowser,
  product: Product,
): Promise<readonly Figure[]> {
  const { id } = await callApi<{ id: number }>(product, 'POST', 'dashboards/', { name: 'Bench' });
  for (let at = 0; at < TILES; at += 1) {
    const event = ['$pageview', 'product viewed', 'added to cart'][at % 3];
    await callApi(product, 'POST', 'insights/', {
      name: `Tile ${at + 1}`,
      dashboards: [id],
      query: {
        kind: 'InsightVizNode',
        source: {
          kind: 'TrendsQuery',
          series: [{ kind: 'EventsNode', event, name: event }],
          dateRange: { date_from: '-7d' },
        },
      },
    });
  }
  const { page, context } = await browser.open();
  await page.goto('/project/1/dashboard');
  await page.getByRole('link', { name: 'Bench', exact: true }).waitFor();
  await page.waitForTimeout(1_000);
  const titles = await callInPage<number>(page, OPEN_DASHBOARD, TILES);
  const chart = page.locator('.uplot').first();
  await chart.waitFor({ timeout: 60_000 });
  await page.waitForTimeout(2_000);
  await page.evaluate(`document.querySelector('.uplot').setAttribute('data-marked', '')`);
  for (const y of [20_000, -20_000]) {
    await page.mouse.move(800, 500);
    await page.mouse.wheel(0, y);
    await page.waitForTimeout(1_500);
  }
  const kept = await page.locator('.uplot[data-marked]').count();
  await context.close();
  return [
    { what: `dashboard of ${TILES} tiles: titles`, value: titles, unit: 'ms', bound: 300 },
    {
      what: 'dashboard: first chart kept by scrolling',
      value: kept,
      unit: 'of 1',
      bound: 1,
      isLeast: true,
    },
  ];
}
