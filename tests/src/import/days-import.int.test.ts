import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import { killProcess } from '../test-support/product-processes';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import { startAmplitudeServer } from './amplitude-server';
import type { Import, ImportsClient } from './imports-client';
import { createImportsClient } from './imports-client';
import { startLimitedServer } from './limited-server';
import { startMixpanelServer } from './mixpanel-server';
import { createProject } from './source-project';

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'] as const;
const [FIRST, SECOND, LAST] = DAYS;
const MIXPANEL_EVENTS = 2_000;
/** The number of events of the day during whose import the worker is killed. */
const AMPLITUDE_EVENTS = 20_000;
const HOUR_MS = 3_600_000;

describe('an import of days that the API starts', () => {
  let product: Standalone;
  let api: ApiClient;
  let imports: ImportsClient;

  beforeAll(async () => {
    product = await startStandalone({
      env: { WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS: '1', IMPORT_SWEEP_SECONDS: '1' },
      readyTimeoutMs: 180_000,
    });
    api = createApiClient(product.url, product.personalApiKey);
    imports = createImportsClient(api, product.url);
  }, 300_000);
  afterAll(() => product.stop());

  it('reads Mixpanel, respects its rate limit, and continues after the last complete day up to a later one', async () => {
    const lines = (day: string) =>
      Array.from({ length: MIXPANEL_EVENTS }, (_, index) => {
        const time = Date.parse(`${day}T00:00:00Z`) / 1_000 + index;
        const properties = {
          time,
          distinct_id: `user-${index % 100}`,
          $insert_id: `${day}-${index}`,
        };
        return JSON.stringify({ event: 'Signed up', properties });
      });
    const mixpanel = await startMixpanelServer(
      new Map(DAYS.map((day) => [day, lines(day)])),
      SECOND,
    );
    try {
      const { id: project } = await createProject(api, 'Mixpanel');
      const start = (to: string) =>
        imports.start(project, {
          ...{ source: 'mixpanel', address: mixpanel.url, project: '77', from: FIRST, to },
          ...{ user: 'service.account', key: 'a secret' },
        });
      const { id } = (await start(SECOND)).body as Import;
      expect(await imports.ended(project, id)).toMatchObject({
        ...{ status: 'failed', counts: { events: MIXPANEL_EVENTS } },
        error: expect.stringContaining(`The export of ${SECOND} broke off`) as string,
      });
      expect((await start(LAST)).body).toMatchObject({ id, settings: { from: FIRST, to: LAST } });
      expect(await imports.ended(project, id)).toMatchObject({
        ...{ status: 'completed', error: null, problems: [], waiting_until: null },
        counts: { events: MIXPANEL_EVENTS * 3 },
        reconciliation: { equal: true, events: { target: MIXPANEL_EVENTS * 3 } },
      });
      expect(mixpanel.asked).toEqual([
        [FIRST, 429],
        ...[FIRST, SECOND, SECOND, LAST].map((day) => [day, 200]),
      ]);
      expect(await imports.keysOfRuns()).toEqual([]);
    } finally {
      await mixpanel.close();
    }
  }, 300_000);

  it('reads Amplitude, and continues after the query-worker was killed', async () => {
    const lines = (day: string) =>
      Array.from({ length: AMPLITUDE_EVENTS }, (_, index) =>
        JSON.stringify({
          ...{ event_type: 'Signed up', user_id: `user-${index % 500}`, device_id: null },
          ...{ $insert_id: `${day}-${index}`, event_time: `${day} 10:00:00.000000` },
        }),
      );
    const rangeOf = (day: string) => {
      const compact = day.replaceAll('-', '');
      return `${compact}T00-${compact}T23`;
    };
    const ranges = new Map(DAYS.map((day) => [rangeOf(day), lines(day)]));
    const amplitude = await startAmplitudeServer(ranges, 'no range');
    try {
      const { id: project } = await createProject(api, 'Amplitude');
      const started = await imports.start(project, {
        ...{ source: 'amplitude', address: amplitude.url, from: FIRST, to: LAST },
        ...{ user: 'an api key', key: 'a secret' },
      });
      const { id } = started.body as Import;
      expect(await imports.untilMoreThan(project, id, 0)).not.toBeNull();
      killProcess(product.pid, 'query-worker');
      expect(await imports.ended(project, id)).toMatchObject({
        ...{ status: 'completed', problems: [], counts: { events: AMPLITUDE_EVENTS * 3 } },
        reconciliation: { equal: true, events: { target: AMPLITUDE_EVENTS * 3 } },
      });
      expect(await imports.keysOfRuns()).toEqual([]);
    } finally {
      await amplitude.close();
    }
  }, 300_000);

  it.each([
    { source: 'posthog', project: '1', key: 'k' },
    { source: 'mixpanel', project: '77', user: 'u', key: 'k', from: FIRST },
    { source: 'amplitude', user: 'u', key: 'k', from: FIRST },
  ])(
    'shows how long it waits for the rate limit of the source, and can be cancelled meanwhile: %j',
    async (body) => {
      const source = await startLimitedServer();
      try {
        const { id: project } = await createProject(api, 'Limited');
        const started = await imports.start(project, { ...body, address: source.url });
        const { id } = started.body as Import;
        await waitUntil(() => expect(source.requests()).toBe(1), 60_000);
        await waitUntil(async () => {
          const { status, waiting_until: until } = await imports.read(project, id);
          expect(status).toBe('running');
          const left = Date.parse(until ?? '') - Date.now();
          expect(left).toBeGreaterThan(HOUR_MS - 60_000);
          expect(left).toBeLessThanOrEqual(HOUR_MS);
        }, 10_000);
        expect((await imports.cancel(project, id)).status).toBe(200);
        expect(await imports.ended(project, id)).toMatchObject({
          ...{ status: 'cancelled', error: null, waiting_until: null },
        });
        // It sent no further request while it waited as long as the source demanded.
        expect(source.requests()).toBe(1);
      } finally {
        await source.close();
      }
    },
    300_000,
  );
});
