import type { Metrics } from '@tidemark/platform';
import type { EdgeConfig } from '../config';
import { createBodyReaders } from './body-readers';
import type { BodyReaders } from './body-readers';
import { createBodyThreads } from './body-threads';

/** Creates the readers of bodies and the threads for large bodies. */
export function openReading(
  config: Pick<
    EdgeConfig,
    | 'EDGE_BODY_THREADS'
    | 'EDGE_BODY_QUEUE'
    | 'EDGE_MAX_BODY_VALUES'
    | 'EDGE_MAX_BODY_EVENTS'
    | 'EDGE_MAX_INFLATE_RATIO'
    | 'INGEST_PARTITIONS'
  >,
  metrics: Pick<Metrics, 'readGauge'>,
): { readonly readers: BodyReaders; stop(): Promise<void> } {
  const threads = createBodyThreads({
    size: config.EDGE_BODY_THREADS,
    maxWaiting: config.EDGE_BODY_QUEUE,
  });
  metrics.readGauge('edge_bodies_waiting', 'Large bodies that wait for a thread', () =>
    threads.waiting(),
  );
  metrics.readGauge('edge_body_thread_idle_heap_bytes', 'Heaps of idle threads for bodies', () =>
    threads.idleHeapBytes(),
  );
  const readers = createBodyReaders({
    threads,
    partitions: config.INGEST_PARTITIONS,
    limits: {
      maxValues: config.EDGE_MAX_BODY_VALUES,
      maxEvents: config.EDGE_MAX_BODY_EVENTS,
      maxRatio: config.EDGE_MAX_INFLATE_RATIO,
    },
  });
  return { readers, stop: () => threads.stop() };
}
