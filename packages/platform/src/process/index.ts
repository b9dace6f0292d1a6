export * from './debian-packages';
export * from './exit';
export * from './free-port';
export * from './guarded-process';
export * from './leftovers';
export * from './node-flags';
export * from './signals';
