import { readFileSync } from 'node:fs';
import { waitUntil } from '@tidemark/testing';
import type { Page } from 'playwright-core';
import type { FlowSite } from './people-flow';

/** The margin around a picture, in pixels. */
const MARGIN = 16;
const PNG_SIGNATURE = '89504e470d0a1a0a';

/**
 * Downloads a dashboard, a tile and an insight as pictures, and prints the dashboard. Each must use the light theme.
 */
export async function useExportsOfPage({ visit, api }: FlowSite): Promise<void> {
  const { page } = visit;
  const made = await api.post('/api/projects/1/dashboards/', { name: 'Paper: 1/2' });
  const { id } = made.body as { id: number };
  const titles = ['Viewed by plan', 'From view to order', 'Bought'];
  const [byPlan] = await Promise.all(
    QUERIES.map(async (source, index) => {
      const { body } = await api.post('/api/projects/1/insights/', {
        name: titles[index],
        saved: true,
        dashboards: [id],
        query: { kind: 'InsightVizNode', source },
      });
      return (body as { short_id: string }).short_id;
    }),
  );
  await api.patch(`/api/projects/1/dashboards/${id}/`, {
    tiles: [{ text: { body: '# Notes on paper\n- <b>one</b>' } }],
  });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto(`/project/1/dashboard/${id}`);
  await page.getByRole('link', { name: 'Bought', exact: true }).waitFor();

  const menu = page.getByRole('button', { name: 'Commands for the dashboard' });
  await menu.click();
  const dashboard = await downloaded(page, () =>
    page.getByRole('menuitem', { name: 'Download as PNG' }).click(),
  );
  expect(dashboard.name).toBe('Paper 1 2.png');
  const shown = await boxOf(page, '#content > div');
  // The picture does not include the navigation.
  expect(dashboard.width).toBe(Math.ceil(shown.width) + 2 * MARGIN);
  expect(dashboard.height).toBeGreaterThan(600);
  expect(await looksOf(page, dashboard.bytes)).toMatchObject({ isLight: true, isDrawn: true });
  expect(await page.locator('html[data-paper]').count()).toBe(0);

  await page.getByRole('button', { name: 'Commands for Bought' }).click();
  const tile = await downloaded(page, () =>
    page.getByRole('menuitem', { name: 'Download as PNG' }).click(),
  );
  expect(tile.name).toBe('Bought.png');
  expect(tile.width).toBeLessThan(dashboard.width);
  expect(await looksOf(page, tile.bytes)).toMatchObject({ isLight: true, isDrawn: true });

  await printed(page, () => menu.click(), ['Paper: 1/2', 'Notes on paper', ...titles]);

  await page.goto(`/project/1/insights/${byPlan}`);
  await page.getByRole('heading', { name: 'Viewed by plan', level: 1 }).waitFor();
  const insight = await downloaded(page, () =>
    page.locator('button:enabled:has-text("Download as PNG")').click(),
  );
  expect(insight.name).toBe('Viewed by plan.png');
  expect(insight.width).toBeGreaterThan(tile.width);
  expect(await looksOf(page, insight.bytes)).toMatchObject({ isLight: true, isDrawn: true });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

const node = (event: string) => ({ kind: 'EventsNode', event, name: event });
const QUERIES = [
  {
    kind: 'TrendsQuery',
    series: [node('viewed')],
    breakdownFilter: { breakdown: 'plan', breakdown_type: 'person' },
  },
  { kind: 'FunnelsQuery', series: [node('viewed'), node('bought')] },
  { kind: 'TrendsQuery', series: [node('bought')], trendsFilter: { display: 'BoldNumber' } },
];

interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Downloads a PNG and returns it with the size in its header. */
async function downloaded(page: Page, begin: () => Promise<void>): Promise<Picture> {
  const download = page.waitForEvent('download');
  await begin();
  const file = await download;
  const bytes = readFileSync(await file.path());
  expect(bytes.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
  const name = file.suggestedFilename();
  return { name, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes };
}

async function boxOf(page: Page, selector: string): Promise<{ readonly width: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown.`);
  return box;
}

/** Whether most of a picture is light, and whether it has lines, text and colours. */
async function looksOf(
  page: Page,
  bytes: Buffer,
): Promise<{ readonly isLight: boolean; readonly isDrawn: boolean }> {
  const url = `data:image/png;base64,${bytes.toString('base64')}`;
  return page.evaluate<{ isLight: boolean; isDrawn: boolean }>(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(url)};
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let light = 0, dark = 0, coloured = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = data.subarray(at, at + 3);
      if (Math.min(red, green, blue) > 230) light += 1;
      if (Math.max(red, green, blue) < 80) dark += 1;
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 80) coloured += 1;
    }
    return { isLight: light > 0.7 * (data.length / 4), isDrawn: dark > 200 && coloured > 200 };
  })()`);
}

/**
 * Prints the page: the print dialog must open after everything is loaded; the document must have all headings; no tile
 * may be split between pages.
 */
async function printed(
  page: Page,
  openMenu: () => Promise<void>,
  headings: readonly string[],
): Promise<void> {
  // The test browser has no print dialog, so `window.print` is replaced.
  await page.evaluate(
    `window.print = () => { window.printedTiles = document.querySelectorAll('ol > li table, ol > li canvas').length; }`,
  );
  await openMenu();
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click();
  await waitUntil(async () =>
    expect(await page.evaluate('window.printedTiles')).toBeGreaterThan(0),
  );
  const pdf = await page.pdf({ preferCSSPageSize: true, outline: true, tagged: true });
  const text = pdf.toString('latin1');
  for (const heading of headings) expect(text).toContain(`/Title (${heading})`);
  expect(/\/MediaBox \[0 0 (\d+) (\d+)\]/.exec(text)?.slice(1).map(Number)).toEqual([792, 612]);
  const breaks = await page.evaluate<string[]>(`(() => {
    dispatchEvent(new Event('beforeprint'));
    const tiles = [...document.querySelectorAll('#content > div > ol > li')];
    const found = tiles.map((tile) => getComputedStyle(tile).breakInside);
    dispatchEvent(new Event('afterprint'));
    return found;
  })()`);
  expect(breaks).toEqual(Array.from({ length: 4 }, () => 'avoid'));
}
