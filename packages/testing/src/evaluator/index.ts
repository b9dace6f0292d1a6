export type { HappenedEvent, Series, Setting } from './model';
export { previous } from './model';
export * from './lifecycle';
export * from './paths';
export * from './retention';
export * from './stickiness';
export * from './trends';
export type { Exclusion, FunnelCase, FunnelStep } from './funnel-case';
export * from './funnels';
