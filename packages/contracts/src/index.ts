export * from './shared';
export * from './ingest';
export * from './queries';
export * from './resources';
export * from './edge';
