export { dueDays, experimentDays } from './experiment-days';
export type { ExperimentDay, ExperimentRun } from './experiment-days';
export { metricFingerprint } from './metric-fingerprint';
export type { FingerprintedExperiment } from './metric-fingerprint';
export { timeSeries } from './time-series';
export type { DailyResult, TimeSeries, TimeSeriesStatus } from './time-series';
