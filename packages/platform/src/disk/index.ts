export * from './disk-space';
export * from './watch-disk';
