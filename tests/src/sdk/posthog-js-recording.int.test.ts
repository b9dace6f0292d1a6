import { waitUntil } from '@tidemark/testing';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../test-support/api-client';
import { describeWithBrowser, launchBrowser, personsUserAgent } from '../test-support/browser';
import { servePage } from '../test-support/page-server';
import type { PageServer } from '../test-support/page-server';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

describeWithBrowser('posthog-js with session recording', () => {
  let product: SharedProject;
  let api: ApiClient;
  let browser: Browser;
  let page: PageServer;

  beforeAll(async () => {
    product = await sharedProject('recording');
    ({ api } = product);
    browser = await launchBrowser();
    page = await servePage(`
      posthog.init('${product.projectApiKey}', { api_host: '${product.url}' });`);
  }, 400_000);
  afterAll(async () => {
    await browser.close();
    await page.close();
  });

  /** Visits the page until the requested paths meet a condition. */
  const visit = async (until: (paths: readonly string[]) => void): Promise<void> => {
    const tab = await browser.newPage({ userAgent: personsUserAgent(browser) });
    const paths: string[] = [];
    tab.on('request', (request) => {
      if (request.url().startsWith(product.url)) paths.push(new URL(request.url()).pathname);
    });
    await tab.goto(page.url);
    await waitUntil(async () => {
      await tab.click('#buy');
      await tab.evaluate(`console.warn('careful')`);
      until(paths);
    });
    await tab.close();
  };

  it('does not record until recording is enabled in the project', async () => {
    await visit((paths) => expect(paths).toContain('/i/v0/e/'));
    await visit((paths) => {
      expect(paths).toContain('/i/v0/e/');
      expect(paths.filter((path) => path === '/s/' || path.startsWith('/static/lazy'))).toEqual([]);
    });
    expect(await api.hogql(product.projectId, 'SELECT count() FROM session_replay_events')).toEqual(
      [[0]],
    );
  });

  it('records with the script that the product serves, and the session is listed', async () => {
    const settings = { session_recording_opt_in: true, capture_console_log_opt_in: true };
    expect((await api.patch(`/api/projects/${product.projectId}/`, settings)).status).toBe(200);
    await visit((paths) => {
      expect(paths.some((path) => path.startsWith('/static/'))).toBe(true);
      expect(paths).toContain('/s/');
    });
    await waitUntil(async () => {
      expect(
        await api.hogql(
          product.projectId,
          `SELECT first_url LIKE 'http://localhost:%/shop?utm_source=mail', click_count > 0,
             console_warn_count > 0, size > 1000, event_count > 2, snapshot_source, snapshot_library,
             session_id IN (SELECT $session_id FROM events)
           FROM session_replay_events`,
        ),
      ).toEqual([[1, 1, 1, 1, 1, 'web', 'web', 1]]);
    });
    await waitUntil(async () => {
      const said = await api.hogql(
        product.projectId,
        `SELECT DISTINCT level, message FROM log_entries`,
      );
      expect(said).toContainEqual(['warn', expect.stringContaining('careful')]);
    });
  });
});
