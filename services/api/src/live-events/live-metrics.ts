import type { Metrics } from '@tidemark/platform';
import type { Batch } from './viewer';

export interface LiveMetrics {
  /** Measures the duration of one poll. */
  timed<T>(look: () => Promise<T>): Promise<T>;
  found(batch: Batch): void;
}

export function createLiveMetrics(
  metrics: Metrics,
  count: { readonly streams: () => number; readonly feeds: () => number },
): LiveMetrics {
  metrics.readGauge('live_event_streams', 'Open streams of live events', count.streams);
  metrics.readGauge(
    'live_event_feeds',
    'Combinations of project and filter whose live events are queried',
    count.feeds,
  );
  const looks = metrics.histogram('live_event_look_seconds', 'Time of a query for live events', [
    'outcome',
  ]);
  const events = metrics.counter(
    'live_events_total',
    'Live events, counted once for all streams that receive them',
    ['outcome'],
  );
  return {
    async timed(look) {
      const began = performance.now();
      let outcome = 'failed';
      try {
        const result = await look();
        outcome = 'done';
        return result;
      } finally {
        looks.observe({ outcome }, (performance.now() - began) / 1_000);
      }
    },
    found({ events: { length }, skipped }) {
      events.inc({ outcome: 'sent' }, length);
      events.inc({ outcome: 'skipped' }, skipped);
    },
  };
}
