import { waitUntil } from '@tidemark/testing';
import type { Browser, Page } from 'playwright-core';
import { describeWithBrowser, launchBrowser, personsUserAgent } from '../test-support/browser';
import { servePage } from '../test-support/page-server';
import type { PageServer } from '../test-support/page-server';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

const everyone = { groups: [{ properties: [], rollout_percentage: 100 }] };
const forUser = (property: string, value: string) => ({
  groups: [
    {
      properties: [{ key: property, type: 'person', operator: 'exact', value }],
      rollout_percentage: 100,
    },
  ],
});

interface StreamedFlag {
  readonly enabled: boolean;
  readonly variant: string | null;
  readonly metadata: { readonly payload: unknown };
}
type StreamedFlags = Readonly<Record<string, StreamedFlag>>;

/** The flags that a page has after an event of its stream. */
function flagsAfter(
  before: StreamedFlags,
  { name, data }: { readonly name: string; readonly data: string },
): StreamedFlags {
  const { flags, removed } = JSON.parse(data) as {
    readonly flags: StreamedFlags;
    readonly removed?: readonly string[];
  };
  if (name === 'flags') return flags;
  const left = Object.entries(before).filter(([key]) => !removed?.includes(key));
  return { ...Object.fromEntries(left), ...flags };
}

describeWithBrowser('an open page with posthog-js and browser-live-flags', () => {
  let product: SharedProject;
  let browser: Browser;
  let page: PageServer;
  let tab: Page;
  /** The URLs of the requests of the tab. */
  const requests: URL[] = [];
  /** Events of its streams. */
  const events: { readonly name: string; readonly data: string }[] = [];

  const create = async (key: string, filters: object): Promise<number> => {
    const path = `/api/projects/${product.projectId}/feature_flags/`;
    const { body } = await product.api.post(path, { key, filters });
    return (body as { id: number }).id;
  };
  const update = async (id: number, fields: object): Promise<void> => {
    const path = `/api/projects/${product.projectId}/feature_flags/${id}/`;
    expect((await product.api.patch(path, fields)).status).toBe(200);
  };
  const run = (script: string): Promise<unknown> => tab.evaluate(script);
  const valueOf = (key: string): Promise<unknown> =>
    run(`posthog.getFeatureFlag('${key}', { send_event: false }) ?? null`);
  const countOf = (path: string): number =>
    requests.filter(({ pathname }) => pathname === path).length;
  const streamsOf = (distinctId: string): URL[] =>
    requests.filter(
      ({ pathname, searchParams }) =>
        pathname === '/flags/stream' && searchParams.get('distinct_id') === distinctId,
    );
  /** The number of requests for flags after those for earlier changes have been sent. */
  const settledCount = async (): Promise<number> => {
    for (let before = -1; ;) {
      const now = countOf('/flags/');
      if (now === before) return now;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };
  const becomes = (key: string, value: string | boolean | null) =>
    waitUntil(async () => expect(await valueOf(key)).toBe(value), 20_000);

  beforeAll(async () => {
    product = await sharedProject('live flags');
    browser = await launchBrowser();
    page = await servePage(`
      import { liveFlags } from '/live-flags.mjs';
      posthog.init('${product.projectApiKey}', {
        api_host: '${product.url}',
        disable_session_recording: true,
      });
      window.live = liveFlags(posthog);`);
    tab = await browser.newPage({ userAgent: personsUserAgent(browser) });
    tab.on('request', (request) => requests.push(new URL(request.url())));
    const debuggee = await tab.context().newCDPSession(tab);
    await debuggee.send('Network.enable');
    debuggee.on('Network.eventSourceMessageReceived', ({ eventName, data }) =>
      events.push({ name: eventName, data }),
    );
    await tab.goto(page.url);
    await waitUntil(() => countOf('/flags/stream') > 0);
  }, 400_000);
  afterAll(async () => {
    await browser.close();
    await page.close();
  });

  it('gets new, changed and disabled flags without being reloaded', async () => {
    const id = await create('banner', everyone);
    await becomes('banner', true);
    await update(id, {
      filters: {
        ...everyone,
        multivariate: { variants: [{ key: 'blue', rollout_percentage: 100 }] },
      },
    });
    await becomes('banner', 'blue');
    await update(id, { active: false });
    await waitUntil(async () => expect(await valueOf('banner')).toBeFalsy(), 20_000);
    expect(countOf('/shop')).toBe(1);
  });

  it('receives changes that add up to the flags of posthog-js', async () => {
    const before = events.length;
    const [first, second] = [await create('first', everyone), await create('second', everyone)];
    await becomes('second', true);
    await update(first, { filters: { ...everyone, payloads: { true: '"new"' } } });
    await update(second, { deleted: true });
    await becomes('second', null);
    expect(new Set(events.slice(before).map(({ name }) => name))).toEqual(
      new Set(['flag_changes']),
    );
    const flags = events.reduce(flagsAfter, {});
    expect(flags['first']?.metadata.payload).toBe('"new"');
    const values = Object.entries(flags).map(([key, flag]) => [key, flag.variant ?? flag.enabled]);
    expect(await run('posthog.featureFlags.getFlagVariants()')).toEqual(Object.fromEntries(values));
    await update(first, { active: false });
  });

  it('requests its flags once per change, and not for a change that does not affect it', async () => {
    const id = await create('others', forUser('plan', 'somebody else'));
    const marker = await create('marker', everyone);
    await becomes('marker', true);
    const before = await settledCount();
    await update(id, { filters: forUser('plan', 'yet another') });
    await update(marker, { active: false });
    await waitUntil(async () => expect(await valueOf('marker')).toBeFalsy(), 20_000);
    expect((await settledCount()) - before).toBe(1);
  });

  it('uses new flags after identify, changes of properties and reset', async () => {
    const anonymous = (await run('posthog.get_distinct_id()')) as string;
    const id = await create('vip', forUser('tier', 'gold'));
    await run(`posthog.identify('live-user', { tier: 'silver' })`);
    await waitUntil(() => streamsOf('live-user').length > 0);
    await update(id, { filters: forUser('tier', 'silver') });
    await becomes('vip', true);

    await run(`posthog.setPersonPropertiesForFlags({ tier: 'bronze' })`);
    await waitUntil(() =>
      streamsOf('live-user').some((url) =>
        url.searchParams.get('person_properties')?.includes('bronze'),
      ),
    );
    await update(id, { filters: forUser('tier', 'bronze') });
    await becomes('vip', true);

    await run('posthog.reset()');
    const next = (await run('posthog.get_distinct_id()')) as string;
    expect(next).not.toBe(anonymous);
    await waitUntil(() => streamsOf(next).length > 0);
    const after = await create('after-reset', everyone);
    await becomes('after-reset', true);
    await update(after, { active: false });
  });

  it('closes its stream while the page is hidden, and gets missed changes when it is shown', async () => {
    const hide = (hidden: boolean) =>
      run(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));`);
    const before = countOf('/flags/stream');
    await hide(true);
    await create('missed', everyone);
    await hide(false);
    await waitUntil(() => countOf('/flags/stream') > before);
    await becomes('missed', true);
    const reopened = requests.findLast(({ pathname }) => pathname === '/flags/stream');
    expect(reopened?.searchParams.get('last_event_id')).toMatch(/^[0-9a-f]{16}$/);
  });

  it('gets no changes after stop()', async () => {
    const stream = countOf('/flags/stream');
    await run('live.stop()');
    const before = await settledCount();
    await create('unheard', everyone);
    await waitUntil(async () => {
      const response = await fetch(`${product.url}/flags/?v=2`, {
        method: 'POST',
        body: JSON.stringify({ token: product.projectApiKey, distinct_id: 'x' }),
      });
      expect(await response.text()).toContain('unheard');
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([countOf('/flags/'), countOf('/flags/stream')]).toEqual([before, stream]);
  });
});
