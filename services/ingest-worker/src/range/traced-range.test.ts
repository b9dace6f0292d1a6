import {
  activeTraceparent,
  createLogger,
  createMetrics,
  isTracing,
  startTracing,
  stopTracing,
} from '@tidemark/platform';
import type { OtlpReceiver } from '@tidemark/testing';
import { startOtlpReceiver } from '@tidemark/testing';
import { createWorkerMetrics } from '../worker-metrics';
import { inTracedRange } from './traced-range';

const metrics = createWorkerMetrics(createMetrics('test'));
const trace = (digit: string): string => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;

describe('inTracedRange', () => {
  let collector: OtlpReceiver;

  beforeAll(async () => {
    collector = await startOtlpReceiver();
  });
  afterEach(() => stopTracing());
  afterAll(() => collector.stop());

  const start = (ratio: number): Promise<void> =>
    startTracing(
      'test',
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACING_SAMPLE_RATIO: ratio },
      createLogger('test', 'silent'),
    );
  const spansOf = (digit: string) =>
    collector.spans.filter(({ traceId }) => traceId === digit.repeat(32));

  it('only calls the work while tracing is off', async () => {
    await startTracing('test', {}, createLogger('test', 'silent'));
    expect(isTracing()).toBe(false);
    let seen: unknown = null;
    await inTracedRange(metrics, [trace('1')], 1, (given) => {
      seen = [given, activeTraceparent()];
      return Promise.resolve();
    });
    expect(seen).toEqual([metrics, undefined]);
    expect(collector.spans).toEqual([]);
  });

  it('adds spans of its steps to the trace of every request that sent its events', async () => {
    await start(1);
    let within: string | undefined;
    await inTracedRange(metrics, [trace('2'), undefined, trace('3'), trace('2')], 4, (given) =>
      given.time('insert', () => {
        within = activeTraceparent();
      }),
    );
    await stopTracing();
    expect(within).toMatch(new RegExp(`^00-${'2'.repeat(32)}-`));
    for (const digit of ['2', '3']) {
      const [range, insert] = ['ingest range', 'ingest insert'].map((name) =>
        spansOf(digit).filter((span) => span.name === name),
      );
      expect(range).toMatchObject([
        {
          service: 'tidemark-test',
          parentSpanId: digit.repeat(16),
          attributes: { 'messaging.batch.message_count': 4 },
        },
      ]);
      expect(insert).toMatchObject([
        { parentSpanId: range?.[0]?.spanId, attributes: { 'db.system.name': 'clickhouse' } },
      ]);
    }
  });

  it('reports a failed range in each of its traces, and rejects with the same error', async () => {
    await start(1);
    const broken = inTracedRange(metrics, [trace('4'), trace('5')], 2, () =>
      Promise.reject(new Error('broken')),
    );
    await expect(broken).rejects.toThrow('broken');
    await stopTracing();
    expect([spansOf('4'), spansOf('5')]).toMatchObject([[{ failed: true }], [{ failed: true }]]);
  });

  it('ignores a trace that is not recorded and an invalid traceparent', async () => {
    await start(0);
    await inTracedRange(metrics, [trace('6'), 'nonsense'], 2, () => {
      expect(activeTraceparent()).toBeUndefined();
      return Promise.resolve();
    });
    await stopTracing();
    expect(spansOf('6')).toEqual([]);
  });
});
