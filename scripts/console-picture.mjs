// npm run console:picture: makes docs/images/console.png, the picture of the README, from a running product with sample
// data: screenshots of six screens of the sample shop in the light theme, 1440 pixels wide, combined into one picture
// of the same width. TIDEMARK_URL, TIDEMARK_EMAIL and TIDEMARK_PASSWORD name the product and the account.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './lib/run.mjs';
import { ensureInstalled, main } from './lib/workspace.mjs';
import { WorkspaceError } from './lib/workspace-error.mjs';

const SAMPLE_PROJECT = 'Sample shop';
const VIEWPORT = { width: 1440, height: 900 };
const GAP = 8;
const LOOK_MS = 250;
const CALM_LOOKS = 4;
const target = join(root, 'docs', 'images', 'console.png');

const RETENTION = {
  kind: 'RetentionQuery',
  retentionFilter: {
    targetEntity: { type: 'events', id: null, name: 'All events' },
    returningEntity: { type: 'events', id: null, name: 'All events' },
    period: 'Week',
    totalIntervals: 8,
    retentionType: 'retention_first_time',
  },
  dateRange: { date_from: '-7w' },
};
const SQL = {
  kind: 'HogQLQuery',
  query:
    'select event, count() as events, uniq(person_id) as persons\nfrom events\ngroup by event\norder by events desc',
};
const link = (query) => `#q=${encodeURIComponent(JSON.stringify(query))}`;

/** The screens, and what to click on each before its screenshot. */
const SCREENS = [
  {
    path: 'dashboard',
    open: (page) => page.getByRole('link', { name: 'Shop', exact: true }).click(),
  },
  {
    path: 'web',
    open: (page) => page.getByRole('heading', { name: 'Places' }).scrollIntoViewIfNeeded(),
  },
  { path: `insights/new${link(RETENTION)}` },
  { path: `sql${link(SQL)}` },
  { path: 'feature_flags', open: openEffect },
  { path: 'activity' },
];

await main(async () => {
  await ensureInstalled();
  const { TIDEMARK_URL: baseURL = 'http://127.0.0.1:8000', TIDEMARK_PASSWORD: password } =
    process.env;
  const { TIDEMARK_EMAIL: email = 'admin@localhost' } = process.env;
  if (password === undefined) throw new WorkspaceError('TIDEMARK_PASSWORD is missing.');
  const { launchBrowser } = createRequire(import.meta.url)(
    join(root, 'tests', 'dist', 'test-support', 'browser.js'),
  );
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL, viewport: VIEWPORT, colorScheme: 'light' });
    await page.goto('/login');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/project\//);
    const project = await sampleProject(page);
    const pictures = [];
    for (const { path, open } of SCREENS) {
      await page.goto('about:blank');
      await page.goto(`/project/${project}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await open?.(page);
      await settled(page);
      pictures.push(await page.screenshot());
    }
    await compose(browser, pictures);
  } finally {
    await browser.close();
  }
  console.log(`wrote ${target}`);
});

/** Returns the id of the project with the sample data. */
async function sampleProject(page) {
  const response = await page.request.get('/api/projects/');
  const { results } = await response.json();
  const sample = results.find(({ name }) => name === SAMPLE_PROJECT);
  if (sample === undefined) {
    throw new WorkspaceError(
      'The product has no sample data: npm run tidemark -- demo makes some.',
    );
  }
  return sample.id;
}

async function openEffect(page) {
  await page.getByRole('link', { name: 'new-checkout', exact: true }).click();
  await page.getByRole('tab', { name: 'Usage' }).click();
  await page.getByRole('button', { name: 'Event: Choose an event' }).click();
  await page.getByRole('option', { name: 'order paid', exact: true }).click();
  await page.getByRole('region', { name: 'Later events by flag value' }).waitFor();
}

/**
 * Waits until all parts of the screen are loaded. Counts several looks in a row, because one part can start to load
 * when another has finished.
 */
async function settled(page) {
  const unfinished = page.locator('[aria-busy="true"], [role="status"][data-loading]');
  for (let calm = 0; calm < CALM_LOOKS;) {
    await page.waitForTimeout(LOOK_MS);
    calm = (await unfinished.count()) === 0 ? calm + 1 : 0;
  }
}

/** Arranges screenshots in two columns in one picture. */
async function compose(browser, pictures) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const width = (VIEWPORT.width - 3 * GAP) / 2;
  const images = pictures.map(
    (bytes) => `<img width="${width}" src="data:image/png;base64,${bytes.toString('base64')}">`,
  );
  await page.setContent(
    `<body style="display:flex;flex-wrap:wrap;gap:${GAP}px;margin:0;padding:${GAP}px;background:#8a949e">${images.join('')}`,
  );
  await page.screenshot({ path: target, fullPage: true });
}
