export * from './actors-query';
export * from './events-query';
export * from './groups-query';
export * from './sessions-query';
export * from './sessions-timeline-query';
