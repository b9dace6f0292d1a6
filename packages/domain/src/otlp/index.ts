export { otlpEvents } from './otlp-events';
export type { OtlpEvents, OtlpIntake } from './otlp-events';
