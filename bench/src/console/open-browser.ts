import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { Product } from './product';

const PATHS = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];
const PASSWORD = 'correct horse battery staple';

/** The measurements of the observers in a page. */
export interface Observed {
  /** Milliseconds from an input to the next paint, from the browser's Event Timing API. */
  readonly inputs: readonly number[];
  /** The durations of tasks of more than 50 ms, in milliseconds. */
  readonly longTasks: readonly number[];
}

/** Chromium with a signed-in session; each page is opened with an empty cache. */
export interface ConsoleBrowser {
  open(): Promise<{ readonly page: Page; readonly context: BrowserContext }>;
  close(): Promise<void>;
}

export async function openBrowser(product: Product): Promise<ConsoleBrowser> {
  const executablePath = PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error(`There is no browser: ${PATHS.join(', ')}`);
  const browser: Browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
  });
  const first = await browser.newContext({ baseURL: product.url });
  const page = await first.newPage();
  await page.goto(product.setupPath);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('The same password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save and open the console' }).click();
  await page.waitForURL(/\/project\/1\//);
  const storageState = await first.storageState();
  await first.close();
  return {
    open: async () => {
      const context = await browser.newContext({
        baseURL: product.url,
        viewport: { width: 1440, height: 900 },
        storageState: { cookies: storageState.cookies, origins: [] },
      });
      return { context, page: await context.newPage() };
    },
    close: () => browser.close(),
  };
}

/** Starts to observe the inputs and long tasks of an open page. */
export async function observe(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const seen = { inputs: [], longTasks: [] };
    window.observed = seen;
    new PerformanceObserver((list) => {
      for (const { duration, name } of list.getEntries())
        if (/^(key|pointer|mouse|click|input)/.test(name)) seen.inputs.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  })()`);
}

/** The measurements since the call of `observe`; waits for the last paint. */
export async function observed(page: Page): Promise<Observed> {
  await page.waitForTimeout(500);
  return page.evaluate<Observed>('window.observed');
}

/** The 95th percentile; 0 without values, because the browser only reports durations over 16 ms. */
export function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
}

/**
 * Calls a function in the page. The function is text, because it uses the types of the browser, not those of this
 * program.
 */
export function callInPage<T>(page: Page, functionText: string, argument: unknown): Promise<T> {
  return page.evaluate<T>(`(${functionText})(${JSON.stringify(argument)})`);
}

/**
 * Measures the CPU time of a page's main thread from now on. Other work of the machine does not change it, unlike the
 * elapsed time.
 *
 * @returns a function that returns the milliseconds so far
 */
export async function countCpu(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  };
  const before = await read();
  return async () => (await read()) - before;
}
