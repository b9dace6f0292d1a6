export { acceptEvents } from './accept-events';
export type { CaptureContext } from './accept-events';
export { CaptureRefusal, oversized, undecodable } from './capture-refusal';
export { newEventUuid } from './event-uuid';
export { coerceDistinctId } from './distinct-id';
export { bodySentAt, eventTime, querySentAt } from './event-time';
export type { EventTimeInputs } from './event-time';
export { parseInstant } from './parse-instant';
export {
  jsonDeeperThan,
  MAX_JSON_DEPTH,
  parseJson,
  parseRawJson,
  quoteLongIds,
} from './parse-json';
export { checkProjectToken, invalidProjectToken } from './project-token';
export { readCaptureJson } from './read-capture-json';
export type { CaptureJson } from './read-capture-json';
export type { RawEvent } from './read-event';
export { payloadToken, readPayload } from './read-payload';
export type { CapturePayload } from './read-payload';
export { repairJson, repairText } from './text-repair';
