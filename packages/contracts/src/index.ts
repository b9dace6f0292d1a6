export * from './channels';
export * from './error-body';
export * from './ingest-entry';
export * from './query-job';
export * from './query-status';
