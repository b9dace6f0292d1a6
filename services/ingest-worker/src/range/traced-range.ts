import { inSpan, inStep, isTracing, pastSpan } from '@tidemark/platform';
import type { Step, WorkerMetrics } from '../worker-metrics';

/** The store that a step waits for, an attribute of its span. */
const STORES: Partial<Readonly<Record<Step, string>>> = {
  look_up: 'clickhouse',
  identity: 'postgresql',
  taxonomy: 'postgresql',
  insert: 'clickhouse',
  finish: 'redis',
};
/** The maximum number of traces that get spans of one range. Further traces of the range get no spans. */
const MAX_TRACES = 64;
const SPAN = 'ingest range';

interface PastStep {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly start: number;
  readonly end: number;
  readonly failed: boolean;
}

/**
 * Processes a range within the traces of the requests that sent its events and recordings. The first trace is active
 * during the work, so that calls to stores belong to it. The other traces get spans with the same times afterwards,
 * so that each trace contains the way from its request to ClickHouse.
 *
 * @param traces `traceparent` of each event and recording; may contain repetitions
 * @param work gets metrics that record a span for each step
 */
export async function inTracedRange(
  metrics: WorkerMetrics,
  traces: Iterable<string | undefined>,
  events: number,
  work: (metrics: WorkerMetrics) => Promise<void>,
): Promise<void> {
  const distinct = isTracing() ? distinctTraces(traces) : [];
  const [first, ...others] = distinct;
  if (first === undefined) return work(metrics);
  const steps: PastStep[] = [];
  const attributes = { 'messaging.batch.message_count': events };
  const start = Date.now();
  let failed = true;
  try {
    await inSpan(SPAN, { kind: 'consumer', parent: first, attributes }, () =>
      work(withSpans(metrics, steps)),
    );
    failed = false;
  } finally {
    const range = { kind: 'consumer', attributes, start, end: Date.now(), failed } as const;
    for (const parent of others) {
      const traceparent = pastSpan(SPAN, { ...range, parent });
      if (traceparent === undefined) continue;
      for (const { name, ...step } of steps) pastSpan(name, { ...step, parent: traceparent });
    }
  }
}

/** Returns metrics that also create a span for each step and add the step to `steps`. */
function withSpans(metrics: WorkerMetrics, steps: PastStep[]): WorkerMetrics {
  return {
    ...metrics,
    time: async (step, work) => {
      const name = `ingest ${step}`;
      const store = STORES[step];
      const attributes = store === undefined ? {} : { 'db.system.name': store };
      const start = Date.now();
      let failed = true;
      try {
        const result = await inStep(name, { attributes }, () => metrics.time(step, work));
        failed = false;
        return result;
      } finally {
        steps.push({ name, attributes, start, end: Date.now(), failed });
      }
    },
  };
}

function distinctTraces(traces: Iterable<string | undefined>): string[] {
  const distinct = new Set<string>();
  for (const trace of traces) {
    if (trace === undefined) continue;
    distinct.add(trace);
    if (distinct.size === MAX_TRACES) break;
  }
  return [...distinct];
}
