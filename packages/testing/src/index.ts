export * from './answer-check';
export * from './engines';
export * from './eventually';
export * from './isolated-clickhouse';
export * from './isolated-database';
export * from './stores';
