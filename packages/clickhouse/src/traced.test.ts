import { createLogger, inSpan, startTracing, stopTracing } from '@tidemark/platform';
import type { OtlpReceiver } from '@tidemark/testing';
import { startOtlpReceiver } from '@tidemark/testing';
import { traceTag } from './traced';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${TRACE_ID}-00f067aa0ba902b7-01`;

describe('traceTag', () => {
  let collector: OtlpReceiver;

  beforeAll(async () => {
    collector = await startOtlpReceiver();
    const config = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    await startTracing('test', config, createLogger('test', 'silent'));
  });
  afterAll(async () => {
    await stopTracing();
    await collector.stop();
  });

  it('adds nothing to a statement without a trace', () => {
    expect(traceTag('{"project_id":1}')).toEqual({});
  });

  it('adds the trace to the comment, and passes the active span on', async () => {
    const tags = await inSpan('asked', { parent }, () =>
      Promise.resolve([traceTag('{"project_id":1}'), traceTag(undefined)]),
    );
    const comments = tags.map(
      ({ settings }) => JSON.parse(String(settings?.['log_comment'])) as unknown,
    );
    expect(comments).toEqual([{ project_id: 1, trace_id: TRACE_ID }, { trace_id: TRACE_ID }]);
    const [handedOn] = tags.map((tag) => tag.http_headers?.['traceparent']);
    expect(handedOn).toMatch(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
    expect(handedOn).not.toBe(parent);
  });
});
