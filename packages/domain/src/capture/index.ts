export { acceptEvents } from './accept-events';
export { acceptEach } from './accept-each';
export type { AcceptedEach, EachContext, EachLimits, EventToStore } from './accept-each';
export { acceptImported } from './accept-imported';
export type { EventToImport } from './accept-imported';
export type { CaptureContext } from './accept-events';
export { CaptureError, oversized, undecodable, unparsable } from './capture-error';
export { newEventUuid } from './event-uuid';
export { jsonSize, requireJsonWithin } from './json-limits';
export type { JsonLimits, JsonSize } from './json-limits';
export { coerceDistinctId } from './distinct-id';
export { bodySentAt, eventTime, querySentAt } from './event-time';
export type { EventTimeInputs } from './event-time';
export { parseInstant } from './parse-instant';
export {
  closingQuote,
  deeperThan,
  jsonDeeperThan,
  MAX_JSON_DEPTH,
  parseJson,
  parseRawJson,
} from './parse-json';
export { checkProjectToken, invalidProjectToken, mayBeProjectToken } from './project-token';
export { readCaptureJson } from './read-capture-json';
export type { CaptureJson } from './read-capture-json';
export type { RequestEvent } from './read-event';
export { payloadToken, readPayload } from './read-payload';
export type { CapturePayload } from './read-payload';
export { repairJson, repairText } from './text-repair';
