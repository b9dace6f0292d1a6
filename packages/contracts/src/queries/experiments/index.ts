export * from './experiment-metrics';
export * from './experiment-queries';
export * from './experiment-settings';
export * from './older-queries';
