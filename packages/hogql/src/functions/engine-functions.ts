import { aggregateFunctions } from './aggregate';
import { scalarFunctions } from './scalar';
import { windowFunctions } from './window';

/** ClickHouse functions that our own lowering prints, besides those users can name. */
const INTERNAL = `
  accurateCastOrNull and argMax arrayDistinct coalesce concat equals extract greater greaterOrEquals
  if ifNull ilike in isNotNull isNull JSONExtractRaw JSONExtractString JSONType less lessOrEquals like
  match minus multiIf multiply divide plus moduloOrZero not notEmpty notEquals notILike notIn notLike now64
  nullIf or parseDateTime64BestEffortOrNull replaceAll startsWith toDate toDateOrNull
  toDateTime64 toFloat64OrNull toJSONString toStartOfInterval toStartOfWeek toString toTimeZone toUUID
  transform tuple tupleElement array arrayElement arrayMap extractAll xor greatest least toTypeName
  dateTrunc arraySlice toNullable JSONExtract toDateTime toStartOfDay addDays subtractDays parseDateTimeOrNull
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
