export * from './channels';
export * from './error-body';
export * from './ingest-entry';
