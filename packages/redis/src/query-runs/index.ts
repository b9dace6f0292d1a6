export * from './query-run-store';
export * from './running-queries';
