export * from './cohort-queue';
export * from './cohort-sweeps';
export * from './export-queue';
export * from './export-sweeps';
export { createQueueMetrics } from './job-consumer';
export type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
export * from './query-queue';
export { createSquashConsumer, requestSquash } from './squash-queue';
