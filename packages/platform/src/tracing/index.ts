export {
  activeTraceparent,
  inSpan,
  inStep,
  isTracing,
  pastSpan,
  stopTracing,
  traceIdOf,
} from './spans';
export type { OpenSpan, SpanAttributes, SpanKind, SpanOptions } from './spans';
export { startTracing } from './start-tracing';
export type { TracingConfig } from './start-tracing';
