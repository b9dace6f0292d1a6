import type { Browser } from 'playwright-core';
import { createApiClient } from '../test-support/api-client';
import { describeWithBrowser, launchBrowser } from '../test-support/browser';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { ConsolePage } from './console-page';
import { openConsolePage } from './console-page';
import { setUp, setupPath } from './entry';
import { changesFilterByKeys, opensPopupsByKeys, POPUP_SCREENS } from './flows/keys-flow';
import { fitsLongNames } from './flows/long-names-flow';
import { continuesAfterOutage, opensDuringOutage, retriesPartOfForm } from './flows/outage-flow';
import type { FlowSite } from './flows/people-flow';

describeWithBrowser('the console under unusual conditions', () => {
  let product: Standalone;
  let browser: Browser;
  let visit: ConsolePage;
  let site: FlowSite;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startStandalone(), launchBrowser()]);
    visit = await openConsolePage(browser, product.url, { expectedStatuses: [502, 503] });
    await setUp(visit.page, setupPath(product));
    site = {
      visit,
      api: createApiClient(product.url, product.personalApiKey),
      send: async (batch) => {
        const body = JSON.stringify({ api_key: product.projectApiKey, batch });
        const response = await fetch(`${product.url}/batch/`, { method: 'POST', body });
        expect(response.status).toBe(200);
      },
    };
  });
  beforeEach(() => product.requireRunning());
  afterEach(() => {
    expect(visit.faults()).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });

  it('fits long names on a phone', () => fitsLongNames(site));
  it('opens a page during a restart of the api', () => opensDuringOutage(product, visit));
  it('continues after a restart of the api', () => continuesAfterOutage(product, visit));
  it('loads a part of a form again', () => retriesPartOfForm(visit));
  it('changes a filter by the keyboard', () => changesFilterByKeys(visit));
  it.each(POPUP_SCREENS)('opens the popups of $screen by the keyboard', (scene) =>
    opensPopupsByKeys(visit, scene),
  );
});
