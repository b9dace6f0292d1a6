import type { FlowSite } from './people-flow';

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000';

/** Addresses of pages and items that do not exist, with the title that each must show. */
const MISSING = [
  ['no-such-page', 'Page not found'],
  ['insights/zzzzzzzz', 'Not found'],
  ['dashboard/99999', 'Not found'],
  ['person/nobody', 'No person has this distinct id'],
  ['cohorts/99999', 'Not found'],
  ['feature_flags/99999', 'Not found'],
  ['data-management/actions/99999', 'Not found'],
  [`data-management/destinations/${UNKNOWN_ID}`, 'Not found'],
] as const;

/** Addresses of a page behind the last one of a list that has rows, or of one that has none. */
const LISTS = [
  ['data-management/events?offset=5000', /^There are only/],
  ['feature_flags?text=no-such-name', 'No flag matches'],
  ['cohorts?text=no-such-name', 'No cohort matches'],
  ['dashboard?text=no-such-name', 'No dashboard matches'],
  ['settings/activity?page=5000', /^None of/],
] as const;

/** What does not exist is named by the heading of the page and by the title of the tab. */
export async function opensMissingThings({ visit }: Pick<FlowSite, 'visit'>): Promise<void> {
  const { page } = visit;
  for (const [path, title] of MISSING) {
    await page.goto(`/project/1/${path}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect([path, await page.title()]).toEqual([path, `${title} · Tidemark`]);
  }
  await visit.checkAccessibility();
  for (const [path, words] of LISTS) {
    await page.goto(`/project/1/${path}`);
    await page.getByText(words).waitFor();
  }
  // An older link leads to the last page in one step.
  await page.goto('/project/1/data-management/events?offset=5000');
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.waitForURL(/data-management\/events$/);
  await page.getByRole('link', { name: 'viewed', exact: true }).waitFor();
  await page.goto('/project/99999/home');
  await page.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
  expect(await page.title()).toBe('Not found · Tidemark');
  await page.getByRole('link', { name: 'Open your project' }).click();
  await page.waitForURL(/\/project\/1\//);
}
