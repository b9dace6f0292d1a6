import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

/** Set to 1 to skip the tests in a browser; the run reports it. */
const SKIP_VARIABLE = 'SKIP_BROWSER_TESTS';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Options that switch off background traffic, so that a test page sends requests only to the product. */
const ARGS = [
  '--no-sandbox',
  // posthog-js sends nothing from a browser that identifies itself as automated.
  '--disable-blink-features=AutomationControlled',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * `describe` for tests in a browser. Without a browser, they are skipped with one line that reports it; in CI a missing
 * browser is an error instead.
 */
export function describeWithBrowser(name: string, tests: () => void): void {
  const problem = browserProblem();
  if (problem === null) {
    describe(name, tests);
    return;
  }
  console.log(`NOT RUN ${name}: ${problem}`);
  describe.skip(name, tests);
}

/** The reason why no browser can be started; null if there is one, or if one can be installed. */
function browserProblem(): string | null {
  if (process.env[SKIP_VARIABLE] === '1') return `${SKIP_VARIABLE}=1`;
  if (process.env['CI'] === 'true' || findBrowser() !== null || canInstall()) return null;
  return 'no Chrome or Chromium on PATH';
}

/** The user agent of a normal browser, because headless browsers are treated as bots. */
export function personsUserAgent(browser: Browser): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
}

/** Launches Chrome or Chromium from PATH, or from Debian's package if it can be installed. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser() ?? installBrowser();
  return chromium.launch({ executablePath, headless: true, args: ARGS });
}

function findBrowser(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of NAMES) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

function installBrowser(): string {
  if (canInstall()) {
    const options = { stdio: 'ignore', timeout: 300_000 } as const;
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
      options,
    );
    const path = findBrowser();
    if (path !== null) return path;
  }
  throw new Error(
    `No Chrome or Chromium on PATH, and none could be installed. Install one, or set ${SKIP_VARIABLE}=1.`,
  );
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
