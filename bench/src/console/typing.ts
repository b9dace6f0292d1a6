import type { ConsoleBrowser, Observed } from './open-browser';
import { countCpu, observe, observed, p95 } from './open-browser';
import type { Figure } from './report';

const ROWS = 10_000;
const COLUMNS = 20;
const BASE = '/project/1/';
const KEYS = ['ArrowDown', 'ArrowRight', 'PageDown', 'j', 'ArrowUp', 'End', 'Home'];
const PRESSES = 15;

/** Measures keys and clicks in a grid of 10,000 rows and 20 columns, and keys in the SQL editor. */
export async function measureTyping(browser: ConsoleBrowser): Promise<readonly Figure[]> {
  return [...(await measureGrid(browser)), ...(await measureEditor(browser))];
}

async function measureGrid(browser: ConsoleBrowser): Promise<readonly Figure[]> {
  const columns = Array.from(
    { length: COLUMNS },
    (_, at) => `concat(event, ' ', toString(${at})) as c${at}`,
  );
  const query = {
    kind: 'HogQLQuery',
    query: `select ${columns.join(', ')} from events limit ${ROWS}`,
  };
  const { page, context } = await browser.open();
  await page.goto(`${BASE}sql#q=${encodeURIComponent(JSON.stringify(query))}`);
  const grid = page.getByRole('grid', { name: 'Rows of the result' });
  await grid.getByRole('gridcell').first().waitFor();
  const rows = Number(await grid.getAttribute('aria-rowcount')) - 1;
  if (rows !== ROWS) throw new Error(`The grid has ${rows} rows and not ${ROWS}.`);
  await grid.getByRole('gridcell').first().click();
  await page.waitForTimeout(1_000);
  await observe(page);
  const cpu = await countCpu(page);
  for (const key of KEYS) {
    for (let time = 0; time < PRESSES; time += 1) {
      await page.keyboard.press(key);
      await page.waitForTimeout(20);
    }
  }
  await page.keyboard.press('Control+End');
  for (let at = 0; at < 20; at += 1) {
    await page.mouse.wheel(0, at < 10 ? -3_000 : 3_000);
    await page.waitForTimeout(50);
    await grid.getByRole('gridcell').nth(at).click();
  }
  const found = await observed(page);
  const perInput = (await cpu()) / (KEYS.length * PRESSES + 40);
  await context.close();
  return figuresOf(`grid of ${ROWS} × ${COLUMNS}`, found, perInput);
}

async function measureEditor(browser: ConsoleBrowser): Promise<readonly Figure[]> {
  const { page, context } = await browser.open();
  await page.goto(`${BASE}sql`);
  const editor = page.getByRole('textbox', { name: /SQL/ });
  await editor.click();
  // The completions and the check of the statement are loaded before keys are measured.
  await page.keyboard.type('select 1 ');
  await page.waitForTimeout(2_000);
  await page.keyboard.press('Control+a');
  await observe(page);
  const text =
    "select event, count() as number, uniq(person_id) from events where properties.$browser = 'Chrome' and timestamp > now() - interval 7 day group by event order by number desc limit 100 ";
  const cpu = await countCpu(page);
  await page.keyboard.type(text + text, { delay: 25 });
  const found = await observed(page);
  const perInput = (await cpu()) / (2 * text.length);
  await context.close();
  return figuresOf('editor', found, perInput);
}

function figuresOf(
  place: string,
  { inputs, longTasks }: Observed,
  cpuPerInput: number,
): readonly Figure[] {
  return [
    { what: `${place}: input to paint, p95`, value: p95(inputs), unit: 'ms', bound: 100 },
    {
      what: `${place}: input to paint, most`,
      value: Math.max(0, ...inputs),
      unit: 'ms',
      bound: null,
    },
    { what: `${place}: tasks over 50 ms`, value: longTasks.length, unit: 'tasks', bound: 0 },
    { what: `${place}: CPU of an input`, value: cpuPerInput, unit: 'ms', bound: 50 },
    { what: `${place}: longest task`, value: Math.max(0, ...longTasks), unit: 'ms', bound: null },
  ];
}
