import { waitUntil } from '@tidemark/testing';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../test-support/api-client';
import { describeWithBrowser, launchBrowser, personsUserAgent } from '../test-support/browser';
import { servePage } from '../test-support/page-server';
import type { PageServer } from '../test-support/page-server';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

describeWithBrowser('posthog-js in a browser, from another origin', () => {
  let product: SharedProject;
  let api: ApiClient;
  let browser: Browser;
  let page: PageServer | undefined;

  beforeAll(async () => {
    product = await sharedProject('posthog-js');
    ({ api } = product);
    browser = await launchBrowser();
    await api.post(`/api/projects/${product.projectId}/feature_flags/`, {
      key: 'js-beta',
      filters: {
        groups: [{ properties: [], rollout_percentage: 100 }],
        payloads: { true: '{"color":"teal"}' },
      },
    });
  }, 400_000);
  afterAll(async () => {
    await browser.close();
    await page?.close();
  });

  it('captures, identifies and reads flags unmodified', async () => {
    page = await servePage(`
      posthog.init('${product.projectApiKey}', {
        api_host: '${product.url}',
        person_profiles: 'always',
        disable_session_recording: true,
        loaded: (ph) => {
          ph.capture('js event', { plan: 'pro', unicode: 'ünï 😀' });
          ph.identify('js-user', { email: 'js@example.com' });
          ph.capture('js after identify');
        },
      });
      posthog.onFeatureFlags(() => {
        window.flags = {
          enabled: posthog.isFeatureEnabled('js-beta'),
          payload: posthog.getFeatureFlagPayload('js-beta'),
        };
      });`);
    const tab = await browser.newPage({ userAgent: personsUserAgent(browser) });
    const rejected: string[] = [];
    tab.on('console', (message) => {
      if (/CORS|Access-Control/.test(message.text())) rejected.push(message.text());
    });
    await tab.goto(page.url);
    await tab.click('#buy');
    await waitUntil(async () => {
      expect(await tab.evaluate('window.flags')).toEqual({
        enabled: true,
        payload: { color: 'teal' },
      });
    });
    await waitUntil(async () => {
      const names = await api.hogql(
        product.projectId,
        `SELECT event, count() FROM events WHERE event IN ('js event', 'js after identify', '$identify', '$pageview', '$autocapture') GROUP BY event ORDER BY event`,
      );
      expect(names).toEqual([
        ['$autocapture', 1],
        ['$identify', 1],
        ['$pageview', 1],
        ['js after identify', 1],
        ['js event', 1],
      ]);
    });
    expect(rejected).toEqual([]);
    await tab.close();

    // After one merge, the anonymous events belong to the identified person.
    expect(
      await api.hogql(
        product.projectId,
        `SELECT count(DISTINCT person_id), any(properties.unicode) FROM events WHERE event IN ('js event', 'js after identify', '$pageview')`,
      ),
    ).toEqual([[1, 'ünï 😀']]);
    expect(
      await api.hogql(
        product.projectId,
        `SELECT properties.email, properties.$initial_utm_source, is_identified FROM persons`,
      ),
    ).toEqual([['js@example.com', 'mail', true]]);
  });
});
