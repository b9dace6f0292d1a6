import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Waits until the colours of the theme are drawn. */
const NEXT_FRAME =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The accessibility rules to check: all rules in the light theme, and again those for colours in the dark theme. */
const RULES = {
  light: { type: 'tag', values: WCAG },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

export interface ConsolePage {
  readonly page: Page;
  readonly context: BrowserContext;
  /**
   * The faults of the page since the last call, such as errors in its log. Each flow must end with
   * `expect(faults()).toEqual([])`.
   */
  readonly faults: () => readonly string[];
  /**
   * Checks the accessibility of the shown page in the light and in the dark theme, and adds violations to the faults.
   */
  readonly checkAccessibility: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ConsolePageOptions {
  /** Statuses of error responses that the flow causes on purpose, for example by a wrong password. */
  readonly expectedStatuses?: readonly number[];
  readonly width?: number;
}

/**
 * Opens a browser page for the console. It records as faults: errors of the page, reports of the content security
 * policy, requests to another host, and error responses (5xx, unexpected 4xx).
 *
 * @param origin the origin of the product, for example `http://127.0.0.1:8000`
 */
export async function openConsolePage(
  browser: Browser,
  origin: string,
  { expectedStatuses = [], width = 1440 }: ConsolePageOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 844 : 900 },
    // Transitions end immediately, so that a check finds the final colours.
    reducedMotion: 'reduce',
  });
  // A long timeout, because the machine may be busy with other work.
  context.setDefaultTimeout(90_000);
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('console', (message) => {
    // Chromium logs each error response, but the handler of responses below decides about them.
    const isResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isResponse) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) {
      faults.push(`foreign request: ${request.url()}`);
    }
  });
  page.on('response', (response) => {
    const status = response.status();
    // The console expects a 401 if no user is signed in.
    if (status < 400 || status === 401 || expectedStatuses.includes(status)) return;
    faults.push(`${status}: ${response.request().method()} ${response.url()}`);
  });
  return {
    page,
    context,
    faults: () => faults.splice(0),
    checkAccessibility: async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate(NEXT_FRAME);
        const found = await violations(page, RULES[colorScheme]);
        faults.push(...found.map((text) => `axe (${colorScheme}): ${text}`));
      }
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    },
    close: () => context.close(),
  };
}

async function violations(page: Page, runOnly: object): Promise<string[]> {
  // Runs through the debugger protocol, to which the content security policy of the page does not apply.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  // Style sheets and media are loaded a second time only for a rule on sound.
  const preload = `document.querySelector('audio, video') !== null`;
  const results = await page.evaluate<AxeResults>(
    `axe.run(document, { ...${options}, preload: ${preload} })`,
  );
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id} (${help}) at ${target.join(' ')} of ${page.url()}`),
  );
}
