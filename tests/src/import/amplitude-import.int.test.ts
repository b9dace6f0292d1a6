import { runCommand } from '@tidemark/cli';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { AmplitudeServer } from './amplitude-server';
import { startAmplitudeServer } from './amplitude-server';
import { createProject } from './source-project';

/** The number of events in a file of the export; they need several pages. */
const EVENTS = 3_000;
const WHOLE = '20260101T00-20260101T23';
const TOO_LARGE = '20260102T00-20260102T23';
const HOUR = '20260102T05-20260102T05';

const linesOf = (time: string): readonly string[] =>
  Array.from({ length: EVENTS }, (_, index) =>
    JSON.stringify({
      ...{ event_type: 'Signed up', user_id: `user-${index % 500}`, device_id: null },
      $insert_id: `${time}-${index}`,
      event_time: `${time}:${String(index % 60).padStart(2, '0')}.000000`,
      event_properties: { plan: 'pro' },
    }),
  );

describe('tidemark import amplitude by the Export API', () => {
  let product: Standalone;
  let amplitude: AmplitudeServer;
  let api: ApiClient;

  beforeAll(async () => {
    const ranges = new Map([
      [WHOLE, linesOf('2026-01-01 10:00')],
      [TOO_LARGE, null],
      [HOUR, linesOf('2026-01-02 05:00')],
    ]);
    [product, amplitude] = await Promise.all([
      startStandalone({ readyTimeoutMs: 180_000 }),
      startAmplitudeServer(ranges, HOUR),
    ]);
    api = createApiClient(product.url, product.personalApiKey);
  }, 300_000);
  afterAll(async () => {
    await product.stop();
    await amplitude.close();
  });

  it('reads days, and hours of a day that is too large, and counts no event twice', async () => {
    const { id } = await createProject(api, 'Amplitude');
    const run = async () => {
      const out: string[] = [];
      const err: string[] = [];
      const code = await runCommand(
        [
          ...['import', 'amplitude', '--project', String(id), '--json', '--address', amplitude.url],
          ...['--from', '2026-01-01', '--to', '2026-01-03'],
        ],
        {
          ...{ DATA_DIR: product.dataDir, IMPORT_SOURCE_USER: 'an api key' },
          IMPORT_SOURCE_KEY: 'a secret',
        },
        { out: (t: string) => void out.push(t), err: (t: string) => void err.push(t) },
      );
      return { code, report: JSON.parse(out.join('') || '{}') as object, err: err.join('\n') };
    };
    expect(await run()).toMatchObject({
      code: 1,
      report: { state: 'failed', counts: { events: EVENTS } },
      err: expect.stringContaining('The export of 20260102T05 broke off') as string,
    });
    expect(await run()).toMatchObject({
      code: 0,
      report: {
        ...{ state: 'completed', problems: [], counts: { events: EVENTS * 2 } },
        reconciliation: {
          equal: true,
          events: { source: EVENTS * 2, target: EVENTS * 2, difference_count: 0 },
        },
      },
    });
    const hour = (number: number, status: number): string => {
      const at = `20260102T${String(number).padStart(2, '0')}`;
      return `${at}-${at} ${status}`;
    };
    expect(amplitude.asked).toEqual([
      ...[`${WHOLE} 429`, `${WHOLE} 200`, `${TOO_LARGE} 400`],
      ...Array.from({ length: 6 }, (_, index) => hour(index, index === 5 ? 200 : 404)),
      `${TOO_LARGE} 400`,
      ...Array.from({ length: 24 }, (_, index) => hour(index, index === 5 ? 200 : 404)),
      '20260103T00-20260103T23 404',
    ]);
    expect(
      await api.hogql(id, 'SELECT uniq(distinct_id), any(properties.plan) FROM events'),
    ).toEqual([[500, 'pro']]);
  }, 300_000);
});
