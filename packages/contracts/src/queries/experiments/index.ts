export * from './experiment-metrics';
export * from './experiment-settings';
