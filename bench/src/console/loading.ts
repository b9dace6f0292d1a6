import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../median';
import type { ConsoleBrowser } from './open-browser';
import { callInPage, countCpu } from './open-browser';
import { REPOSITORY } from './product';
import type { Figure } from './report';

const LOADS = 5;
const SWITCHES = 10;
const BASE = '/project/1/';
/** The compressed bytes of the scripts that were loaded so far, without headers. */
const SCRIPT_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => /\\.js$/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

/**
 * Measures the first paint, the size of the scripts until the first content, and the time of a change between screens
 * that were already visited.
 */
export async function measureLoading(browser: ConsoleBrowser): Promise<readonly Figure[]> {
  const paints: number[] = [];
  const contents: number[] = [];
  const scripts: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const { page, context } = await browser.open();
    await page.goto(`${BASE}activity`);
    await page.getByRole('gridcell').first().waitFor();
    scripts.push(await page.evaluate<number>(SCRIPT_BYTES));
    contents.push(await page.evaluate<number>('performance.now()'));
    paints.push(
      await page.evaluate<number>(
        `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
      ),
    );
    await context.close();
  }
  return [
    { what: `first paint, median of ${LOADS}`, value: median(paints), unit: 'ms', bound: 500 },
    { what: 'first rows of the activity screen', value: median(contents), unit: 'ms', bound: null },
    {
      what: 'JavaScript until the first rows',
      value: Math.max(...scripts) / 1_000,
      unit: 'kB',
      bound: 200,
    },
    ...screenSizes(),
    ...(await measureSwitches(browser)),
  ];
}

/** Milliseconds from the click on a navigation link until the content of its screen is painted. */
const CLICK_LINK = `([name, content]) => new Promise((resolve) => {
  const link = [...document.querySelectorAll('nav a')].find((a) => a.textContent.trim() === name);
  const from = performance.now();
  link.click();
  const look = () => {
    const isThere = document.querySelector('h1')?.textContent === name && document.querySelector(content);
    if (!isThere) requestAnimationFrame(look);
    else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
  };
  look();
})`;

/** Measures the time from the click on a navigation link until the content of the other screen is painted. */
async function measureSwitches(browser: ConsoleBrowser): Promise<readonly Figure[]> {
  const { page, context } = await browser.open();
  await page.goto(`${BASE}activity`);
  await page.getByRole('gridcell').first().waitFor();
  const times: number[] = [];
  let cpu = await countCpu(page);
  for (let at = 0; at < SWITCHES; at += 1) {
    if (at === 1) cpu = await countCpu(page);
    for (const [name, content] of [
      ['Persons', 'table tbody tr, [role=gridcell]'],
      ['Activity', '[role=gridcell]'],
    ] as const) {
      times.push(
        // Measured inside the page, so that the communication with the browser does not count.
        await callInPage<number>(page, CLICK_LINK, [name, content]),
      );
      await page.waitForTimeout(300);
    }
  }
  const cpuPerSwitch = (await cpu()) / (2 * (SWITCHES - 1));
  await context.close();
  // The first visit of each screen loads its scripts.
  const cached = times.slice(2);
  return [
    {
      what: `change of screen, cached, median of ${cached.length}`,
      value: median(cached),
      unit: 'ms',
      bound: 100,
    },
    { what: 'change of screen: CPU', value: cpuPerSwitch, unit: 'ms', bound: 100 },
  ];
}

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** The size of the shell, and the largest sizes that screens add to it. */
function screenSizes(): readonly Figure[] {
  const dist = join(REPOSITORY, 'packages', 'console', 'dist');
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const withImports = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found;
    found.add(key);
    for (const next of manifest[key]?.imports ?? []) withImports(next, found);
    return found;
  };
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) ?? '';
  const shell = withImports(entry);
  const bytes = (keys: readonly string[]): number =>
    [...new Set(keys.map((key) => manifest[key]?.file ?? ''))]
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + readFileSync(join(dist, `${file}.gz`)).length, 0);
  const screens = (manifest[entry]?.dynamicImports ?? [])
    .filter((key) => key.includes('/screens/'))
    .map((key) => ({
      name: /([\w-]+)\.tsx$/.exec(key)?.[1] ?? key,
      value: bytes([...withImports(key)].filter((part) => !shell.has(part))),
    }))
    .sort((a, b) => b.value - a.value);
  return [
    { what: 'the shell', value: bytes([...shell]) / 1_000, unit: 'kB', bound: null },
    ...screens.slice(0, 3).map(({ name, value }) => ({
      what: `screen ${name}`,
      value: value / 1_000,
      unit: 'kB',
      bound: 40,
    })),
  ];
}
