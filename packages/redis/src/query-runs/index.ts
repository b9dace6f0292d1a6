export * from './query-run-store';
