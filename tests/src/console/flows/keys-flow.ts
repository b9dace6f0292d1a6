import type { Page } from 'playwright-core';
import type { FlowSite } from './people-flow';

/** Screens whose popups are opened one after the other, with the theme. */
export const POPUP_SCREENS = [
  { screen: 'cohorts/new', theme: 'light' },
  { screen: 'data-management/actions/new', theme: 'dark' },
] as const;

const POPUPS = '[role="dialog"], [role="menu"], [role="listbox"]';

/** What a user of the keyboard sees of the popups. */
interface PopupState {
  /** The number of open popups. */
  readonly open: number;
  readonly isModal: boolean;
  /** Where the focus is. */
  readonly focus: 'popup' | 'opener' | 'page' | 'browser';
  readonly hasRing: boolean;
}

const STATE = `(() => {
  const isShown = (part) => part.getClientRects().length > 0;
  const popups = [...document.querySelectorAll('${POPUPS}')].filter(isShown);
  const popup = popups.at(-1);
  const focused = document.activeElement;
  const marked = focused?.getAttribute('aria-activedescendant');
  let focus = 'page';
  if (focused === null || focused === document.body) focus = 'browser';
  else if (popups.some((part) => part.contains(focused))) focus = 'popup';
  else if (focused.hasAttribute('data-opener')) focus = 'opener';
  const style = focused === null ? null : getComputedStyle(focused);
  return {
    open: popups.length,
    isModal: popup?.getAttribute('aria-modal') === 'true' || document.querySelector('[data-backdrop]') !== null,
    focus,
    hasRing: focused === popup || Boolean(marked) || style?.outlineStyle !== 'none',
  };
})()`;

/** Marks the opener with the index, and returns its name; null if there is none. */
const marking = (index: number): string => `(() => {
  document.querySelector('[data-opener]')?.removeAttribute('data-opener');
  const isUsable = (part) =>
    part.getClientRects().length > 0 && !part.disabled && part.getAttribute('aria-disabled') !== 'true';
  const opener = [...document.querySelectorAll('#content button[aria-haspopup]')].filter(isUsable)[${index}];
  if (opener === undefined) return null;
  opener.setAttribute('data-opener', '');
  opener.focus();
  return opener.getAttribute('aria-label') ?? opener.textContent;
})()`;

const stateOf = (page: Page): Promise<PopupState> => page.evaluate<PopupState>(STATE);

/** The first state that matches; after 100 attempts, the last state. */
async function settled(page: Page, isMatch: (state: PopupState) => boolean): Promise<PopupState> {
  let state = await stateOf(page);
  for (let attempt = 0; attempt < 100 && !isMatch(state); attempt += 1) {
    await page.waitForTimeout(50);
    state = await stateOf(page);
  }
  return state;
}

/** Opens the popup of the focused opener, walks through it, and closes it: by the keyboard only. */
async function problemsOfPopup(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Enter');
  const opened = await settled(page, ({ open, focus }) => open > 0 && focus === 'popup');
  if (opened.open === 0) return ['Enter opens no popup'];
  const problems = opened.focus === 'popup' ? [] : ['the focus is not in the popup'];
  for (let step = 0; step < 8 && opened.isModal; step += 1) {
    await page.keyboard.press('Tab');
    const { focus, hasRing } = await stateOf(page);
    if (focus === 'page' || focus === 'opener') problems.push('Tab leaves a modal dialog');
    if (focus === 'popup' && !hasRing) problems.push('a focused element has no ring');
  }
  await page.keyboard.press('Escape');
  const closed = await settled(page, ({ open, focus }) => open === 0 && focus === 'opener');
  if (closed.open > 0) problems.push('Escape does not close the popup');
  else if (closed.focus !== 'opener') problems.push('the focus does not return to the opener');
  return [...new Set(problems)];
}

/** Every menu, dialog and picker of a screen works by the keyboard only. */
export async function opensPopupsByKeys(
  { page }: FlowSite['visit'],
  { screen, theme }: (typeof POPUP_SCREENS)[number],
): Promise<void> {
  const problems: unknown[] = [];
  let count = 0;
  await page.emulateMedia({ colorScheme: theme });
  await page.goto(`/project/1/${screen}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  for (; ; count += 1) {
    const name = await page.evaluate<string | null>(marking(count));
    if (name === null) break;
    const found = await problemsOfPopup(page);
    if (found.length > 0) problems.push([name, ...found]);
    if ((await stateOf(page)).open > 0) await page.reload();
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect(problems).toEqual([]);
  expect(count).toBeGreaterThan(0);
}

/** A filter is changed by the keyboard, and its chip keeps the focus. */
export async function changesFilterByKeys({ page }: FlowSite['visit']): Promise<void> {
  const filter = { type: 'event', key: '$browser', operator: 'exact', value: ['Chrome'] };
  const query = { kind: 'EventsQuery', select: ['event'], properties: [filter] };
  const hash = encodeURIComponent(JSON.stringify(query));
  await page.goto('about:blank');
  await page.goto(`/project/1/activity#q=${hash}`);
  const chip = (value: string) =>
    page.getByRole('button', { name: `$browser is ${value}`, exact: true });
  await chip('Chrome').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Values' }).waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('Safari');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await chip('Safari').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const focused = await page.evaluate<string | null>('document.activeElement.textContent');
  expect(focused).toBe('$browser is Safari');
}
