export * from './answer-check';
export * from './engines';
export * from './evaluator';
export * from './eventually';
export * from './isolated-clickhouse';
export * from './isolated-database';
export * from './property-runs';
export * from './stores';
