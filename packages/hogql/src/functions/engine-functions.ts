import { aggregateFunctions } from './aggregate';
import { scalarFunctions } from './scalar';
import { windowFunctions } from './window';

/** ClickHouse functions that our own lowering prints, besides those users can name. */
const INTERNAL = `
  arrayElement arrayJoin assumeNotNull JSONExtract JSONExtractArrayRaw JSONExtractKeys JSONExtractKeysAndValuesRaw accurateCastOrNull and arraySlice coalesce concat dateTrunc equals greater greaterOrEquals
  greatest groupUniqArrayArray if ifNull ilike in least less lessOrEquals like minus moduloOrZero multiIf multiply divide not
  notEquals notILike notIn notLike nullIf or parseDateTime64BestEffortOrNull parseDateTimeOrNull plus
  subtractDays toDate toDateTime toDateTime64 toFloat64OrNull toStartOfInterval toStartOfWeek toString
  toTimeZone toTypeName toUUID transform xor addDays groupUniqArrayArray uniqUpToMerge
`
  .trim()
  .split(/\s+/);

const ENGINE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...INTERNAL,
  ...scalarFunctions.map((spec) => spec.engine),
  ...aggregateFunctions.map((spec) => spec.engine),
  ...windowFunctions.map((spec) => spec.engine),
]);

/** Whether the printer may print a call of this ClickHouse function. */
export function isEngineFunction(name: string): boolean {
  return ENGINE_FUNCTIONS.has(name);
}
