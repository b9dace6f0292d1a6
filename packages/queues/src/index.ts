export * from './cohort-queue';
export * from './export-queue';
export { createQueueMetrics } from './job-consumer';
export { JobPostponed } from './job-postponed';
export type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
export * from './query-queue';
export { createSquashConsumer, requestSquash } from './squash-queue';
export * from './sweeps';
export * from './warehouse-queue';
