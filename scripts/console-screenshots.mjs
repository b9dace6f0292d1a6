// npm run console:screenshots: makes screenshots of all screens of a running product, in both themes, wide and narrow,
// and a page that shows them side by side. TIDEMARK_URL, TIDEMARK_EMAIL and TIDEMARK_PASSWORD name the product and the
// account; TIDEMARK_PROJECT names the project, for example the one with sample data.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/run.mjs';
import { ensureInstalled, main } from './lib/workspace.mjs';
import { WorkspaceError } from './lib/workspace-error.mjs';

const FUNNEL = {
  kind: 'FunnelsQuery',
  series: ['product viewed', 'added to cart', 'checkout started', 'order paid'].map((event) => ({
    kind: 'EventsNode',
    event,
  })),
  dateRange: { date_from: '-30d' },
};
const SQL = {
  kind: 'HogQLQuery',
  query:
    'select event, count() as events, uniq(person_id) as persons\nfrom events\ngroup by event\norder by events desc',
};
const link = (query) => `#q=${encodeURIComponent(JSON.stringify(query))}`;
const SCREENS = {
  activity: 'activity',
  trends: 'insights/new',
  funnel: `insights/new${link(FUNNEL)}`,
  sql: `sql${link(SQL)}`,
  dashboards: 'dashboard',
  web: 'web',
  persons: 'persons',
  flags: 'feature_flags',
  flag: 'feature_flags/1',
  definitions: 'data-management/events',
  properties: 'data-management/properties?of=person',
  warnings: 'data-management/warnings',
  tables: 'data-management/tables',
  views: 'data-management/tables?part=views',
  joins: 'data-management/tables?part=joins',
  exports: 'data-management/exports',
  project: 'settings/project',
  keys: 'settings/keys',
  members: 'settings/members',
  account: 'settings/account',
  'activity-log': 'settings/activity',
  status: 'settings/status',
  'first-steps': 'onboarding',
  home: 'home',
  dashboard: 'dashboard/1',
  cohorts: 'cohorts',
  groups: 'groups',
  actions: 'data-management/actions',
  usage: 'settings/usage',
  experiments: 'experiments',
  'new-experiment': 'experiments/new',
  metrics: 'experiments?part=metrics',
  holdouts: 'experiments?part=holdouts',
  ...Object.fromEntries(
    ['schedule', 'rollout', 'usage', 'history'].map((tab) => [
      `flag-${tab}`,
      `feature_flags/1?part=${tab}`,
    ]),
  ),
  proposals: 'feature_flags/proposals',
  environments: 'feature_flags/environments',
  'clean-up': 'feature_flags/cleanup',
  destinations: 'data-management/destinations',
  'new-destination': 'data-management/destinations/new?template=template-webhook',
  rules: 'data-management/rules',
  'new-rule': 'data-management/rules/new',
  deletions: 'data-management/deletions',
  imports: 'settings/imports',
  ...Object.fromEntries(
    ['mixpanel', 'amplitude', 'file'].map((from) => [
      `imports-${from}`,
      `settings/imports?from=${from}`,
    ]),
  ),
  ...extraScreens(process.env.TIDEMARK_SCREENS),
};

/**
 * Parses the list of additional screens.
 *
 * @param list paths separated by commas, such as `experiments/1,insights/abc?panel=alerts`
 */
function extraScreens(list = '') {
  const paths = list.split(',').filter((path) => path !== '');
  return Object.fromEntries(paths.map((path) => [path.replace(/[^\w-]+/g, '-'), path]));
}
const WIDTHS = [1440, 390];
const THEMES = ['light', 'dark'];
const target = join(root, '.cache', 'console-screenshots');

await main(async () => {
  await ensureInstalled();
  const { TIDEMARK_URL: url = 'http://127.0.0.1:8000', TIDEMARK_PROJECT: project = '1' } =
    process.env;
  const { TIDEMARK_EMAIL: email = 'admin@localhost', TIDEMARK_PASSWORD: password } = process.env;
  if (password === undefined) throw new WorkspaceError('TIDEMARK_PASSWORD is missing.');
  const { launchBrowser } = createRequire(import.meta.url)(
    join(root, 'tests', 'dist', 'test-support', 'browser.js'),
  );
  mkdirSync(target, { recursive: true });
  const browser = await launchBrowser();
  const pictures = [];
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        baseURL: url,
        colorScheme,
        viewport: { width, height: width < 600 ? 844 : 900 },
      });
      const page = await context.newPage();
      await page.goto('/login');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/project\//);
      for (const [name, path] of Object.entries(SCREENS)) {
        await page.goto(`/project/${project}/${path}`);
        await page.reload();
        await page.waitForLoadState('networkidle');
        const file = `${name}-${colorScheme}-${width}.png`;
        await page.screenshot({ path: join(target, file) });
        pictures.push(file);
      }
      await context.close();
    }
  }
  await browser.close();
  const figures = pictures.map(
    (file) => `<figure><img src="${file}" width="480"><figcaption>${file}</figcaption></figure>`,
  );
  writeFileSync(
    join(target, 'index.html'),
    `<!doctype html><title>Screens of the console</title><style>body{display:flex;flex-wrap:wrap;gap:16px}</style>${figures.join('\n')}`,
  );
  console.log(`wrote ${pictures.length} pictures and ${join(target, 'index.html')}`);
});
