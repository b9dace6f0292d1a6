import { edgeRoutes } from '@tidemark/contracts';
import { otlpIntake } from './otlp-path';

it('serves the documented paths, and documents a path of every signal', () => {
  const served = edgeRoutes
    .filter(({ name }) => name.startsWith('otlp_'))
    .flatMap(({ paths }) => paths)
    .map((path) => otlpIntake(path.replace(/\/$/, '')));
  expect(new Set(served)).toEqual(new Set(['ai', 'traces', 'logs', 'metrics']));
});

it('does not store log records and metrics of AI, and leaves other paths to other routes', () => {
  expect(otlpIntake('/i/v0/ai/otel/v1/logs')).toBeNull();
  expect(otlpIntake('/i/v0/ai/otel/v1/metrics')).toBeNull();
  expect(otlpIntake('/i/v1/analytics/events')).toBeUndefined();
});
