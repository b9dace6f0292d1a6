export * from './actions';
export * from './ai';
export * from './alerts';
export * from './batch-exports/intervals';
export * from './capture';
export * from './capture-v1';
export { dateTimeText } from './dates/date-time-text';
export { instantOf, wallTime } from './dates/zone-clock';
export type { WallTime } from './dates/zone-clock';
export * from './destinations';
export { elementsChain } from './elements/elements-chain';
export { parseElementsChain } from './elements/parse-elements-chain';
export type { ChainElement } from './elements/parse-elements-chain';
export * from './experiments';
export { deliveredEventText } from './events/delivered-event-text';
export { eventRow, storableTimestamp } from './events/event-row';
export type { EventRow } from './events/event-row';
export type { GroupIndexOf } from './events/event-row';
export { normalizeEvent } from './events/normalize-event';
export { parseEntry } from './events/parse-entry';
export type { ParsedEntry } from './events/parse-entry';
export type { Normalization, NormalizedEvent } from './events/normalized-event';
export { cronProblem, nextCronRun } from './flag-schedules/cron';
export type { CronProblem } from './flag-schedules/cron';
export { geoipProperties } from './geoip/geoip-properties';
export type { GeoipLocation, LocateIp, Subdivision } from './geoip/location';
export { MAX_GROUP_TYPES } from './groups/event-groups';
export type { GroupIdentify, GroupMembership } from './groups/event-groups';
export type { GroupRow } from './groups/group-row';
export * from './quotas';
export * from './otlp';
export * from './usage';
export * from './replay';
export { serializeJson } from './json/serialize-json';
export type {
  DeletedPerson,
  DistinctIdRow,
  IdentityChanges,
  IdentityInput,
  IdentityOutcome,
  IdentityWarning,
  LoadedIdentity,
  PersonMode,
  PersonRow,
  ResolvedIdentity,
} from './persons/identity-types';
export { isMergeableDistinctId } from './persons/mergeable-distinct-id';
export { compareOrder, eventOrder, FIRST_CREDIBLE_TIME } from './persons/event-order';
export type { EventOrder } from './persons/event-order';
export { readFirstTouch, writeFirstTouch } from './persons/stored-first-touch';
export type { FirstTouchTimes } from './persons/stored-first-touch';
export { doubtfulValues, repairPerson } from './persons/repair-person';
export type { PersonEvidence, PersonRepair } from './persons/repair-person';
export { PROPERTY_NEUTRAL_EVENTS } from './persons/property-lists';
export { editFirstTouch } from './persons/edit-first-touch';
export { identityLines } from './persons/identity-lines';
export type { ChangedIdentity, TableLines } from './persons/identity-lines';
export { isOversized } from './persons/fit-properties';
export { copyWithout, putKey } from './json/copy-object';
export { personUuid } from './persons/person-uuid';
export { resolveIdentities } from './persons/resolve-identities';
export * from './subscriptions';
export * from './warnings';
export { assignGroupTypes } from './groups/assign-group-types';
export type { AssignedGroupTypes, GroupTypeRow, GroupTypeUse } from './groups/assign-group-types';
export { CORE_PROPERTIES, NEVER_LISTED, type PropertyNames } from './taxonomy/event-property-names';
export * from './ingestion-rules';
export { inferPropertyType } from './taxonomy/infer-property-type';
export { eventsCalled, propertiesCalled } from './taxonomy/property-labels';
export * from './cookieless';
