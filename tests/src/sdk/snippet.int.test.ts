import { waitUntil } from '@tidemark/testing';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from '../test-support/api-client';
import { describeWithBrowser, launchBrowser, personsUserAgent } from '../test-support/browser';
import { serveHtml, type PageServer } from '../test-support/page-server';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

/**
 * A customer's page without a bundler: a stub records calls until the library from Tidemark is loaded, which then
 * executes them. The library loads everything else that it needs.
 */
function snippetPage(url: string, token: string, library: string, name: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title><script>
    (function () {
      const stub = (window.posthog = []);
      stub._i = [];
      stub.__SV = 1;
      for (const method of ['capture', 'onFeatureFlags'])
        stub[method] = (...given) => stub.push([method, ...given]);
      stub.init = (token, options) => {
        stub._i.push([token, options, 'posthog']);
        const script = document.createElement('script');
        script.async = true;
        script.src = options.api_host + '${library}';
        document.head.appendChild(script);
      };
    })();
    posthog.init('${token}', { api_host: '${url}', person_profiles: 'always' });
    posthog.capture('${name}', { plan: 'pro' });
    posthog.onFeatureFlags((keys, values) => { window.flagValues = values; });
  </script></head><body><h1>Shop</h1></body></html>`;
}

describeWithBrowser('the HTML snippet in a browser, from another origin', () => {
  let product: SharedProject;
  let api: ApiClient;
  let browser: Browser;
  const pages: PageServer[] = [];

  beforeAll(async () => {
    product = await sharedProject('snippet');
    ({ api } = product);
    browser = await launchBrowser();
    const made = await api.post(`/api/projects/${product.projectId}/feature_flags/`, {
      key: 'half-off',
      filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
    });
    expect(made.status).toBe(201);
  }, 400_000);
  afterAll(async () => {
    await browser.close();
    await Promise.all(pages.map((page) => page.close()));
  });

  const open = async (library: string, name: string): Promise<Page> => {
    const script = library.replace('TOKEN', product.projectApiKey);
    const page = await serveHtml(snippetPage(product.url, product.projectApiKey, script, name));
    pages.push(page);
    const tab = await browser.newPage({ userAgent: personsUserAgent(browser) });
    await tab.goto(page.url);
    return tab;
  };
  const survey = async (more: object): Promise<string> => {
    const made = await api.post(`/api/projects/${product.projectId}/surveys/`, {
      type: 'popover',
      start_date: '2026-01-01T00:00:00Z',
      ...more,
    });
    expect(made.status).toBe(201);
    return (made.body as { id: string }).id;
  };

  it.each([
    ['the library', '/static/array.js'],
    ['the library with the configuration behind it', '/array/TOKEN/array.js'],
  ])('%s is loaded, captures the recorded calls, and reads a flag', async (name, library) => {
    const tab = await open(library, name);
    await waitUntil(async () => {
      expect(await tab.evaluate('window.flagValues')).toEqual({ 'half-off': true });
    });
    await waitUntil(async () => {
      const rows = await api.hogql(
        product.projectId,
        `SELECT properties.plan, properties.$lib FROM events WHERE event = '${name}'`,
      );
      expect(rows).toEqual([['pro', 'web']]);
    });
    await tab.close();
  });

  it('a survey whose conditions match is shown and answered, and its response is captured as an event', async () => {
    const question = (text: string) => [{ type: 'open', question: text }];
    const id = await survey({
      name: 'Shop',
      questions: question('What is missing?'),
      conditions: { url: '/shop', urlMatchType: 'icontains' },
      appearance: { surveyPopupDelaySeconds: 0 },
    });
    await survey({
      name: 'Elsewhere',
      questions: question('Not for this page'),
      conditions: { url: '/checkout', urlMatchType: 'icontains' },
    });
    const isRecorded = async () => {
      const config = await fetch(`${product.url}/array/${product.projectApiKey}/config`);
      expect((await config.json()) as object).toMatchObject({ surveys: [{}, {}] });
    };
    await waitUntil(isRecorded);

    const tab = await open('/static/array.js', 'page with surveys');
    await tab.getByText('What is missing?').waitFor({ timeout: 30_000 });
    expect(await tab.getByText('Not for this page').count()).toBe(0);
    await tab.locator('textarea').fill('A search');
    await tab.locator('.form-submit').click();
    await waitUntil(async () => {
      const rows = await api.hogql(
        product.projectId,
        `SELECT event, properties.$survey_id FROM events WHERE event LIKE 'survey %' ORDER BY event`,
      );
      expect(rows).toEqual([
        ['survey sent', id],
        ['survey shown', id],
      ]);
    });
    const responses = await api.hogql(
      product.projectId,
      `SELECT toString(properties) LIKE '%A search%' FROM events WHERE event = 'survey sent'`,
    );
    expect(responses).toEqual([[1]]);
    await tab.close();
  });
});
