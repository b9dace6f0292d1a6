export { executeBackgroundRun } from './background/execute';
export { RUN_TTL_SECONDS } from './background/status';
export { createActionLookup } from './plan/action-lookup';
export type { ActionLookup, HogQLQuery } from './plan/hogql-query';
export type { QueryProject } from './project';
export * from './query-engine';
export { QueryError } from './query-error';
export type { QueryRequest } from './query-request';
export type { HogQLQueryResponse } from './respond/hogql-response';
