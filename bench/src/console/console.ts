import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureDashboard } from './dashboard';
import { measureLive } from './living';
import { measureLoading } from './loading';
import { openBrowser } from './open-browser';
import type { Product } from './product';
import { callApi, sendEvents, startProduct } from './product';
import { printFigures } from './report';
import { measureTyping } from './typing';

const EVENTS = 12_000;
const BATCH = 1_000;

/**
 * Measures whether the console keeps its budgets (docs/console.md), in Chromium, with the product as `npm start` runs
 * it.
 */
export async function benchConsole(): Promise<void> {
  const product = await startProduct();
  try {
    await seed(product);
    const browser = await openBrowser(product);
    console.log(`console, load average ${loadavg()[0]?.toFixed(1)} of ${cpus().length} cores`);
    for (const measure of [measureLoading, measureTyping, measureDashboard, measureLive]) {
      printFigures(await measure(browser, product));
    }
    await browser.close();
  } finally {
    await product.stop();
  }
}

/** Sends events of the last days to the product and waits until they can be queried. */
async function seed(product: Product): Promise<void> {
  for (let from = 0; from < EVENTS; from += BATCH) {
    await sendEvents(
      product,
      Array.from({ length: BATCH }, (_, index) => ({
        event: ['$pageview', 'product viewed', 'added to cart'][index % 3],
        distinct_id: `visitor-${(from + index) % 2_000}`,
        timestamp: new Date(Date.now() - ((from + index) % 600_000) * 1_000).toISOString(),
        properties: { $browser: 'Chrome', $current_url: `https://shop.example/${index}` },
      })),
    );
  }
  for (let look = 0; look < 300; look += 1) {
    const query = { kind: 'HogQLQuery', query: 'select count() from events' };
    const { results } = await callApi<{ results: [[number]] }>(product, 'POST', 'query/', {
      query,
      refresh: 'force_blocking',
    });
    if (results[0][0] >= EVENTS) return;
    await sleep(500);
  }
  throw new Error('The events of the bench were not stored in time.');
}
