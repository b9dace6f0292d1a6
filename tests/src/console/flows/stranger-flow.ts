import type { Locator, Page } from 'playwright-core';
import type { ConsolePage } from '../console-page';

interface Site {
  readonly visit: ConsolePage;
  /** The id of the project with the sample data. */
  readonly project: number;
}

/** The questions of a new user, answered from the home screen and from the search without the documentation. */
export async function askAsStranger({ visit, project }: Site): Promise<void> {
  const { page } = visit;
  const ask = async (question: string): Promise<void> => {
    await page.goto(`/project/${project}/home`);
    await page.getByRole('link', { name: question }).click();
  };
  await ask('Which campaign brings people who come back?');
  await seesBestCampaign(visit);
  await ask('Why does a funnel drop?');
  await seesLargestDrop(visit);
  await ask('Which companies became inactive?');
  await page.getByText('1 company without an event in the last 14 days').waitFor();
  await page.getByRole('link', { name: 'Lumen Studios' }).click();
  await page.getByText(/\(UTC\), \d+ days ago$/).waitFor();
  await visit.checkAccessibility();
  await ask('Is a flag safe to roll out further?');
  await seesEffect(visit);
  await ask('Is ingestion healthy?');
  await page.getByText('Ingestion is healthy.').waitFor();
  await searches(page, project);
  await page.goto(`/project/${project}/home`);
  await page.getByRole('link', { name: 'From product to order' }).waitFor();
  await visit.checkAccessibility();
}

/** The sentence must name the value with the highest retention in week 1, among the values with enough people. */
async function seesBestCampaign({ page, checkAccessibility }: ConsolePage): Promise<void> {
  const sentence = page.getByText(/returned in Week 1: the highest share of all values\.$/);
  await sentence.waitFor();
  await checkAccessibility();
  const rows = await cellsOf(page.getByRole('region', { name: /^Means of/ }));
  const rated = rows.flatMap(([name = '', people = '', , share = '']) =>
    Number(people.replaceAll(',', '')) < 30 ? [] : [{ name, share: Number.parseFloat(share) }],
  );
  // Shares are rounded, so several values can have the highest one.
  const highest = Math.max(...rated.map(({ share }) => share));
  const best = rated.filter(({ share }) => share === highest);
  expect(rated.length).toBeGreaterThan(3);
  const shown = await sentence.innerText();
  expect(best.map(({ name }) => `${highest}% of ${name} returned`)).toContain(
    shown.split(' in Week 1')[0],
  );
}

async function seesLargestDrop({ page, checkAccessibility }: ConsolePage): Promise<void> {
  await page.getByRole('link', { name: 'From product to order' }).click();
  await page.getByText('The largest drop-off is before added to cart: ').waitFor();
  await page.getByLabel('Compare by', { exact: true }).selectOption('Events on the way');
  const table = page.getByRole('region', { name: 'Correlations' });
  await table.waitFor();
  const names = async () => (await cellsOf(table)).map(([name]) => name);
  expect(await names()).toEqual(['signed up']);
  await page.getByLabel(/^Include events that SDKs send automatically/).check();
  await table.getByRole('rowheader', { name: '$pageview' }).waitFor();
  await checkAccessibility();
  // Bars can be compared only if every step has the same scale.
  const bars = await page.getByRole('region', { name: 'Result' }).locator('ol svg').all();
  const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
  const lengths = boxes.map((box) => Math.round(box?.width ?? 0));
  expect([lengths.length, new Set(lengths).size]).toEqual([4, 1]);
  await page.getByRole('link', { name: 'What they did instead of added to cart' }).click();
  await page
    .getByText('Paths of people who dropped off before added to cart, from their last step on.')
    .waitFor();
  await checkAccessibility();
}

/** The URL contains the comparison. From a flag with variants, a link opens an experiment with this flag. */
async function seesEffect({ page, checkAccessibility }: ConsolePage): Promise<void> {
  await page.getByRole('link', { name: 'new-checkout' }).click();
  await page.getByRole('link', { name: 'Compare later events by flag value' }).click();
  await page.getByRole('button', { name: 'Event: Choose an event' }).click();
  await page.getByRole('option', { name: 'order paid', exact: true }).click();
  const table = page.getByRole('region', { name: 'Later events by flag value' });
  await table.waitFor();
  await page.reload();
  await table.waitFor();
  expect(new URL(page.url()).searchParams.get('goal')).toBe('order paid');
  await seesRequestsByDay(page);
  await widensVariant(page);
  await page.getByRole('tab', { name: 'Rollout' }).click();
  await checkAccessibility();
  await page.getByRole('link', { name: 'New experiment with new-checkout' }).click();
  await page.getByRole('button', { name: 'Flag: new-checkout' }).waitFor();
  await page.getByRole('link', { name: 'All experiments' }).click();
}

/** The sums of the values must equal all requests, and each value must have a number for each of the 30 days. */
async function seesRequestsByDay(page: Page): Promise<void> {
  const title = await page.getByRole('heading', { name: / requests in 30 days$/ }).innerText();
  const rows = await cellsOf(page.getByRole('region', { name: 'Values of Requests by value' }));
  const numbers = rows.map(([, ...cells]) => cells.map((cell) => Number(cell.replaceAll(',', ''))));
  expect(rows.map(([name]) => name?.trim()).toSorted()).toEqual(['control', 'test']);
  const sum = numbers.reduce((total, [own = 0]) => total + own, 0);
  expect(title).toBe(`${sum.toLocaleString('en-US')} requests in 30 days`);
  for (const [own, ...days] of numbers) {
    expect(days).toHaveLength(30);
    expect(days.reduce((total, day) => total + day, 0)).toBe(own);
  }
}

/**
 * A larger share of one variant reduces the share of the other one. The draft is reviewed in the editor before it is
 * saved.
 */
async function widensVariant(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Shares of the variants' });
  await form.getByLabel('test, %').fill('80');
  expect(await form.getByLabel('control, %').inputValue()).toBe('20');
  await form.getByRole('button', { name: 'Review these shares' }).click();
  await page.getByText('not saved').waitFor();
  const shares = await page.getByLabel('Share, %').all();
  expect(await Promise.all(shares.map((share) => share.inputValue()))).toEqual(['20', '80']);
  await page.getByRole('button', { name: 'Discard' }).click();
}

/** The search finds screens also by words that the screens do not contain. */
async function searches(page: Page, project: number): Promise<void> {
  const find = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search screens/ }).fill(text);
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
  };
  await find('users who come back');
  await page.getByText(/returned in Week 1/).waitFor();
  await find('churned companies');
  await page.waitForURL(new RegExp(`/project/${project}/groups\\?quiet=`));
  await find('new funnel');
  await page.getByRole('button', { name: 'Funnel', pressed: true }).waitFor();
}

async function cellsOf(table: Locator): Promise<readonly (readonly string[])[]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}
