import { waitUntil } from '@tidemark/testing';
import type { Browser, Page } from 'playwright-core';
import { describeWithBrowser, launchBrowser, personsUserAgent } from '../test-support/browser';
import type { PageServer } from '../test-support/page-server';
import { servePage } from '../test-support/page-server';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

describeWithBrowser('posthog-js follows the settings of the project', () => {
  let product: SharedProject;
  let browser: Browser;
  let page: PageServer;

  beforeAll(async () => {
    product = await sharedProject('sdk settings');
    browser = await launchBrowser();
    page = await servePage(`
      posthog.init('${product.projectApiKey}', { api_host: '${product.url}' });`);
  }, 400_000);
  afterAll(async () => {
    await browser.close();
    await page.close();
  });

  const config = async (): Promise<string> => {
    const headers = { origin: new URL(page.url).origin };
    return (
      await fetch(`${product.url}/array/${product.projectApiKey}/config`, { headers })
    ).text();
  };
  /** Changes settings and waits until the edge serves them. */
  const set = async (settings: object): Promise<void> => {
    const before = await config();
    const path = `/api/projects/${product.projectId}/`;
    expect((await product.api.patch(path, settings)).status).toBe(200);
    await waitUntil(async () => expect(await config()).not.toBe(before));
  };
  /** Visits the page and runs `act` in the tab. */
  const visit = async (act: (tab: Page, paths: readonly string[]) => Promise<void>) => {
    const tab = await browser.newPage({ userAgent: personsUserAgent(browser) });
    const paths: string[] = [];
    tab.on('request', (request) => paths.push(new URL(request.url()).pathname));
    const answered = tab.waitForResponse((response) => /\/array\/.*\/config/.test(response.url()));
    await tab.goto(page.url);
    await answered;
    await act(tab, paths);
    await tab.close();
  };
  const count = async (event: string): Promise<number> => {
    const rows = await product.api.hogql(
      product.projectId,
      `SELECT count() FROM events WHERE event = '${event}'`,
    );
    return Number((rows as number[][])[0]?.[0]);
  };

  it('captures exceptions, dead clicks, web vitals and heatmaps after they are switched on', async () => {
    await set({
      autocapture_exceptions_opt_in: true,
      capture_dead_clicks: true,
      autocapture_web_vitals_opt_in: true,
      autocapture_web_vitals_allowed_metrics: ['FCP'],
      heatmaps_opt_in: true,
    });
    await visit(async (tab, paths) => {
      await waitUntil(() => {
        const scripts = paths.filter((path) => path.startsWith('/static/')).join(' ');
        expect(scripts).toContain('/exception-autocapture.js');
        expect(scripts).toContain('/dead-clicks-autocapture.js');
      });
      await waitUntil(async () => {
        await tab.evaluate(`setTimeout(() => { throw new Error('planned'); }, 0)`);
        await tab.click('#buy');
        expect(await count('$exception')).toBeGreaterThan(0);
        expect(await count('$dead_click')).toBeGreaterThan(0);
      });
      await waitUntil(async () => {
        const vitals = await product.api.hogql(
          product.projectId,
          `SELECT DISTINCT isNotNull(properties.$web_vitals_FCP_value),
             isNotNull(properties.$web_vitals_LCP_value) FROM events WHERE event = '$web_vitals'`,
        );
        expect(vitals).toEqual([[1, 0]]);
      });
    });
  });

  it('captures no clicks after autocapture is switched off', async () => {
    await waitUntil(async () => expect(await count('$autocapture')).toBeGreaterThan(0));
    await set({
      autocapture_opt_out: true,
      autocapture_exceptions_opt_in: false,
      capture_dead_clicks: null,
    });
    await visit(async (tab) => {
      await waitUntil(async () => {
        await tab.click('#buy');
        await tab.evaluate(`posthog.capture('clicked without autocapture')`);
        expect(await count('clicked without autocapture')).toBeGreaterThan(0);
      });
    });
    const clicks = await product.api.hogql(
      product.projectId,
      `SELECT countIf(event = '$autocapture') FROM events WHERE $session_id IN
         (SELECT $session_id FROM events WHERE event = 'clicked without autocapture')`,
    );
    expect(clicks).toEqual([[0]]);
  });

  it('records only sampled sessions, on pages of the allowed domains', async () => {
    await set({ session_recording_opt_in: true, session_recording_sample_rate: 0 });
    await visit(async (tab, paths) => {
      await waitUntil(async () => {
        await tab.click('#buy');
        expect(paths.some((path) => path.startsWith('/static/'))).toBe(true);
        expect(paths).toContain('/i/v0/e/');
      });
      expect(paths).not.toContain('/s/');
    });
    await set({ session_recording_sample_rate: null, recording_domains: ['https://a.example'] });
    await visit(async (tab, paths) => {
      await waitUntil(async () => {
        await tab.evaluate(`posthog.capture('on another domain')`);
        expect(paths).toContain('/i/v0/e/');
      });
      expect(paths).not.toContain('/s/');
    });
    await set({ recording_domains: ['http://localhost'] });
    await visit(async (tab, paths) => {
      await waitUntil(async () => {
        await tab.click('#buy');
        expect(paths).toContain('/s/');
      });
    });
  });
});
