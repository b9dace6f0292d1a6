import type { ConsolePage } from '../console-page';
import { INSIGHT_KINDS } from '../insight-kinds';

/** Insights that are drawings: the key that selects the mark of the people, and the mark in words. */
const DRAWINGS = [
  {
    name: 'a box plot',
    key: 'End',
    words: /: bought.* median 10, half of the values from 10 to 10/,
  },
  { name: 'paths', key: 'ArrowRight', words: /^viewed → bought: 2$/ },
];

/** Selects a mark of each drawing with a key, opens its people, and returns to the mark. */
export async function usesDrawingsByKeys({ page, checkAccessibility }: ConsolePage): Promise<void> {
  for (const { name, key, words } of DRAWINGS) {
    const kind = INSIGHT_KINDS.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`No kind of insight is named ${name}`);
    await page.goto('about:blank');
    await page.goto(`/project/1/insights/new#q=${encodeURIComponent(JSON.stringify(kind.query))}`);
    const chart = page.getByRole('application', { name: /Use the arrow keys .* open the people/ });
    await chart.focus();
    await page.keyboard.press(key);
    await chart.locator('[aria-live]').getByText(words).waitFor();
    await checkAccessibility();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByText(kind.says).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await panel.getByText(kind.says).waitFor();
  }
}
