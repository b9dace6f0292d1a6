import { runCommand } from '@tidemark/cli';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { MixpanelServer } from './mixpanel-server';
import { startMixpanelServer } from './mixpanel-server';
import { createProject } from './source-project';

/** The number of events of each day; they need several pages. */
const EVENTS = 5_000;
const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03'] as const;
const [FIRST, BROKEN, LAST] = DAYS;

const lineOf = (day: string, index: number): string =>
  JSON.stringify({
    event: 'Signed up',
    properties: {
      time: Date.parse(`${day}T00:00:00Z`) / 1_000 + index,
      distinct_id: `user-${index % 500}`,
      ...{ $insert_id: `${day}-${index}`, $browser: 'Chrome', mp_country_code: 'DE' },
    },
  });

describe('tidemark import mixpanel by the export API', () => {
  let product: Standalone;
  let mixpanel: MixpanelServer;
  let api: ApiClient;

  beforeAll(async () => {
    const days = DAYS.map(
      (day) => [day, Array.from({ length: EVENTS }, (_, index) => lineOf(day, index))] as const,
    );
    [product, mixpanel] = await Promise.all([
      startStandalone({ readyTimeoutMs: 180_000 }),
      startMixpanelServer(new Map(days), BROKEN),
    ]);
    api = createApiClient(product.url, product.personalApiKey);
  }, 300_000);
  afterAll(async () => {
    await product.stop();
    await mixpanel.close();
  });

  const run = async (project: number, from: string, secret = 'a secret') => {
    const out: string[] = [];
    const err: string[] = [];
    const env = {
      ...{ DATA_DIR: product.dataDir, IMPORT_SOURCE_USER: 'service.account' },
      IMPORT_SOURCE_KEY: secret,
    };
    const terminal = { out: (t: string) => void out.push(t), err: (t: string) => void err.push(t) };
    const code = await runCommand(
      [
        ...['import', 'mixpanel', '--project', String(project), '--json'],
        ...['--address', mixpanel.url, '--source-project', '77', '--from', from, '--to', LAST],
      ],
      env,
      terminal,
    );
    return { code, report: JSON.parse(out.join('') || '{}') as object, err: err.join('\n') };
  };

  it('waits for the rate limit, continues after the last complete day, and counts no event twice', async () => {
    const { id } = await createProject(api, 'Mixpanel');
    const first = await run(id, FIRST);
    expect(first).toMatchObject({
      code: 1,
      report: { state: 'failed', counts: { events: EVENTS } },
      err: expect.stringContaining(`The export of ${BROKEN} broke off`) as string,
    });
    expect((await run(id, BROKEN)).err).toContain(`has begun with the day ${FIRST}`);
    const again = await run(id, FIRST);
    expect(again).toMatchObject({
      code: 0,
      report: {
        ...{ state: 'completed', problems: [], counts: { events: EVENTS * 3 } },
        reconciliation: {
          equal: true,
          events: { source: EVENTS * 3, target: EVENTS * 3, difference_count: 0 },
        },
      },
    });
    expect(mixpanel.asked).toEqual([
      [FIRST, 429],
      [FIRST, 200],
      [BROKEN, 200],
      [BROKEN, 200],
      [LAST, 200],
    ]);
    expect(
      await api.hogql(
        id,
        'SELECT uniq(distinct_id), any(properties.$geoip_country_code) FROM events',
      ),
    ).toEqual([[500, 'DE']]);
  }, 300_000);

  it('reports an invalid service account', async () => {
    const { id } = await createProject(api, 'Wrong account');
    expect(await run(id, FIRST, 'wrong')).toMatchObject({
      code: 1,
      report: { state: 'failed', error: expect.stringContaining('returned 401') as string },
    });
  }, 300_000);
});
