export * from './cohort-queue';
export * from './export-queue';
export { createQueueMetrics, JobPostponed } from './job-consumer';
export type { JobAttempt, JobConsumer, QueueMetrics } from './job-consumer';
export * from './query-queue';
export { createSquashConsumer, requestSquash } from './squash-queue';
export * from './sweeps';
export * from './warehouse-queue';
