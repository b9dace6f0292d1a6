import { RESPECTING_FUNCTIONS } from './null-treatment';
import { aggregateFunctions } from './declared/aggregates';
import { scalarFunctions } from './declared/scalars';
import { windowFunctions } from './declared/window';

/** ClickHouse functions that the compiler itself prints, in addition to those that users can name. */
const INTERNAL = `
  JSONExtract JSONExtractArrayRaw JSONExtractKeys JSONExtractKeysAndValues JSONExtractKeysAndValuesRaw MD5
  UUIDv7ToDateTime accurateCastOrDefault accurateCastOrNull addDays and arrayElement arrayJoin arrayReduce arraySlice
  assumeNotNull coalesce concat dateTrunc divide dynamicElement equals globalIn greater greaterOrEquals greatest groupUniqArrayArray hop hopEnd
  hopStart if ifNull ilike in isIPAddressInRange least less lessOrEquals like makeDateTime64 minus moduloOrZero multiIf
  multiply not notEquals notILike notIn notLike nullIf or parseDateTime64BestEffortOrNull
  parseDateTime64BestEffortUSOrNull parseDateTimeOrNull plus
  subtractDays timeSlots toDate toDateTime toDateTime64 toFloat64OrNull toModifiedJulianDayOrNull toStartOfInterval
  toStartOfWeek toString toTimeZone toTypeName toUUID transform tumble tumbleEnd tumbleStart uniqUpToMerge xor
`
  .trim()
  .split(/\s+/);

const ENGINE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...INTERNAL,
  ...RESPECTING_FUNCTIONS,
  ...scalarFunctions.map((spec) => spec.engine),
  ...aggregateFunctions.map((spec) => spec.engine),
  ...windowFunctions.map((spec) => spec.engine),
]);

/** Whether the printer may print a call of this ClickHouse function. */
export function isEngineFunction(name: string): boolean {
  return ENGINE_FUNCTIONS.has(name);
}
