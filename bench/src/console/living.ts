import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { ConsoleBrowser } from './open-browser';
import { countCpu } from './open-browser';
import type { Product } from './product';
import { sendEvents } from './product';
import type { Figure } from './report';

const EVENTS_PER_SECOND = 200;
const SENDS_PER_SECOND = 4;
const SECONDS = 60;
/** By this time the list contains its maximum number of rows, so that its memory must not grow further. */
const FULL_AFTER_SECONDS = 30;
const KEPT_ROWS = 5_000;
const MEGABYTE = 1_000_000;

/** Measures the live view of the activity screen for a minute, while 200 events arrive per second. */
export async function measureLive(
  browser: ConsoleBrowser,
  product: Product,
): Promise<readonly Figure[]> {
  const { page, context } = await browser.open();
  const session = await context.newCDPSession(page);
  await page.goto('/project/1/activity/live');
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.waitForTimeout(2_000);
  await page.evaluate(`(() => {
    window.frames_ = { count: 0, longest: 0, since: performance.now() };
    let last = performance.now();
    const frame = (now) => {
      frames_.count += 1;
      frames_.longest = Math.max(frames_.longest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })()`);
  const cpu = await countCpu(page);
  const from = Date.now();
  let heapFull = 0;
  for (let at = 0; at < SECONDS * SENDS_PER_SECOND; at += 1) {
    await sendEvents(product, batch(at));
    if (at === FULL_AFTER_SECONDS * SENDS_PER_SECOND) heapFull = await heapBytes(session);
    await sleep(Math.max(0, from + ((at + 1) * 1_000) / SENDS_PER_SECOND - Date.now()));
  }
  const { count, longest, seconds } = await page.evaluate<{
    count: number;
    longest: number;
    seconds: number;
  }>('({ ...frames_, seconds: (performance.now() - frames_.since) / 1000 })');
  const cpuShare = (await cpu()) / (seconds * 10);
  await page.waitForTimeout(3_000);
  const grid = page.getByRole('grid');
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  const heapEnd = await heapBytes(session);
  await context.close();
  return [
    {
      what: 'live: frames per second',
      value: count / seconds,
      unit: 'fps',
      bound: 55,
      isLeast: true,
    },
    { what: 'live: CPU of the page', value: cpuShare, unit: '% of one core', bound: null },
    { what: 'live: longest frame', value: longest, unit: 'ms', bound: null },
    { what: 'live: rows in the list', value: rows, unit: 'rows', bound: KEPT_ROWS, isLeast: true },
    {
      what: `live: heap after ${FULL_AFTER_SECONDS} s`,
      value: heapFull / MEGABYTE,
      unit: 'MB',
      bound: null,
    },
    { what: `live: heap after ${SECONDS} s`, value: heapEnd / MEGABYTE, unit: 'MB', bound: null },
    {
      what: 'live: growth of the full list',
      value: (heapEnd - heapFull) / MEGABYTE,
      unit: 'MB',
      bound: 10,
    },
  ];
}

function batch(at: number): readonly object[] {
  return Array.from({ length: EVENTS_PER_SECOND / SENDS_PER_SECOND }, (_, index) => ({
    event: ['$pageview', 'product viewed', 'added to cart'][index % 3],
    distinct_id: `visitor-${(at * 7 + index) % 500}`,
    properties: { $current_url: `https://shop.example/${index}`, at, index, text: 'x'.repeat(200) },
  }));
}

/** The bytes of the JavaScript heap after a garbage collection. */
async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
