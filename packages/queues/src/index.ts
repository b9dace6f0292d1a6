export * from './query-queue';
