export * from './engines';
export * from './eventually';
export * from './stores';
