import { waitUntil } from '@tidemark/testing';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import { describeWithBrowser, launchBrowser } from '../test-support/browser';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { ConsolePage } from './console-page';
import { openConsolePage } from './console-page';
import { setUp, setupPath } from './entry';
import { useDeletions } from './flows/deletions-flow';
import { useDestinations } from './flows/destinations-flow';
import { useRollouts } from './flows/rollout-flow';
import { reportChanges } from './flows/internal-destinations-flow';
import { useImports } from './flows/imports-flow';
import { useRules } from './flows/rules-flow';
import { useUsage } from './flows/usage-flow';
import type { Receiver } from './receiver';
import { startReceiver } from './receiver';

describeWithBrowser(
  'the screens for destinations, limits, rules, deletions, imports and rollouts',
  () => {
    let product: Standalone;
    let browser: Browser;
    let receiver: Receiver;
    let api: ApiClient;
    let visit: ConsolePage;

    const send = async (batch: readonly object[]): Promise<void> => {
      const body = JSON.stringify({ api_key: product.projectApiKey, batch });
      const response = await fetch(`${product.url}/batch/`, { method: 'POST', body });
      expect(response.status).toBe(200);
    };

    beforeAll(async () => {
      [product, browser, receiver] = await Promise.all([
        startStandalone({
          env: { DELIVERY_ALLOW_PRIVATE_ENDPOINTS: '1', WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: '1' },
          readyTimeoutMs: 180_000,
        }),
        launchBrowser(),
        startReceiver(),
      ]);
      api = createApiClient(product.url, product.personalApiKey);
      await send([{ event: 'order paid', distinct_id: 'ann', properties: { plan: 'pro' } }]);
      await waitUntil(async () =>
        expect(await api.hogql(1, 'select count() from events')).toEqual([[1]]),
      );
      visit = await openConsolePage(browser, product.url, { expectedStatuses: [400] });
      await setUp(visit.page, setupPath(product));
    });
    beforeEach(() => product.requireRunning());
    afterEach(() => {
      expect(visit.faults()).toEqual([]);
    });
    afterAll(async () => {
      await browser.close();
      await product.stop();
      await receiver.close();
    });

    it('creates a destination, shows its deliveries and replays a failed one', () =>
      useDestinations({ visit, api, send }, receiver));
    it('sends internal events to a destination', () => reportChanges({ visit, api }, receiver));
    it('limits events and removes the limit', () => useUsage({ visit, api, send }));
    it('creates ingestion rules, tries them and changes their order', () =>
      useRules({ visit, api, send }));
    it('deletes events by a filter', () => useDeletions({ visit, api, send }));
    it(
      'imports a project and files from another service',
      () => useImports({ visit, api }, product),
      300_000,
    );
    it('promotes a flag, widens it with a guarded rollout and schedules a change', () =>
      useRollouts({ visit, api }));
  },
);
