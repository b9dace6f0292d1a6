export * from './health';
export * from './lifecycle';
export * from './listen';
export * from './load-config';
export * from './logger';
export * from './metrics';
export * from './ops-routes';
