export { CaptureV1Error } from './capture-v1-error';
export type { CaptureV1ErrorTag } from './capture-v1-error';
export { judgeV1Batch, notPersisted } from './judge-v1-batch';
export { droppedForFaults } from './dropped-for-faults';
export type { V1EventResult, V1Judgement, V1RequestContext, V1Results } from './judge-v1-batch';
export { readV1Batch } from './read-v1-batch';
export type { V1Batch } from './read-v1-batch';
export { parseRfc3339 } from './rfc3339';
