/**
 * Every scalar function that PostHog has (`docs/wire/hogql-tables.md#scalar-functions`) as `name/arity`. The
 * catalogue does not read it; tests compare the catalogue with it.
 */
export const LISTED_SCALARS: readonly string[] = `
plus/2 minus/2 multiply/2 divide/2 intDiv/2 intDivOrZero/2 modulo/2 moduloOrZero/2 positiveModulo/2 negate/1 abs/1
gcd/2 lcm/2 max2/2 min2/2 multiplyDecimal/2-3 divideDecimal/2-3
empty/1 notEmpty/1 length/1 reverse/1 in/2 notIn/2
array/0-* range/1-3 arrayConcat/2-* arrayElement/2 has/2 hasAll/2 hasAny/2 hasSubstr/2 indexOf/2 arrayCount/1-*
countEqual/2 arrayEnumerate/1 arrayEnumerateUniq/2-* arrayEnumerateDense/1 arrayPopBack/1 arrayPopFront/1
arrayPushBack/2 arrayPushFront/2 arrayResize/2-3 arraySlice/2-3 arraySort/1-* arrayReverseSort/1-* arrayUniq/1-*
arrayJoin/1 arrayDifference/1 arrayDistinct/1 arrayIntersect/1-* arrayReduce/2-* arrayReverse/1 arrayFilter/2-*
arrayFlatten/1 arrayCompact/1 arrayZip/2-* arrayAUC/2 arrayMap/2-* arrayFill/2-* arrayFold/3-* arrayWithConstant/2
arraySplit/2-* arrayReverseFill/2-* arrayReverseSplit/2-* arrayRotateLeft/2 arrayRotateRight/2 arrayExists/1-*
arrayAll/1-* arrayFirst/2-* arrayLast/2-* arrayFirstIndex/2-* arrayLastIndex/2-* arrayMin/1-2 arrayMax/1-2
arraySum/1-2 arrayAvg/1-2 arrayCumSum/1-* arrayCumSumNonNegative/1-* arrayProduct/1 arrayStringConcat/1-2
generateSeries/3
equals/2 notEquals/2 less/2 greater/2 lessOrEquals/2 greaterOrEquals/2 like/2 ilike/2 notLike/2 notILike/2
and/2-* or/2-* xor/2-* not/1
toInt/1 toFloat/1 toDecimal/2 toUUID/1 toString/1-2 toBool/1 toDate/1 to_date/1 toDateTime/1-2 toDateTime64/1-3
toDateTimeUS/1-2 parseDateTime/2-3 parseDateTimeBestEffort/1-2 toIntOrZero/1 toFloatOrZero/1 toFloatOrDefault/1-2
toInt64OrNull/1 toInt64OrZero/1 toInt64OrDefault/1-2 toIntOrNull/1 toIntOrDefault/1-2
toFloat64OrNull/1 toFloat64OrZero/1 toFloat64OrDefault/1-2 toFloatOrNull/1 MD5/1
toJSONString/1 toTypeName/1 cityHash64/1 hex/1 unhex/1 UUIDv7ToDateTime/1
reinterpretAsUInt8/1 reinterpretAsUInt16/1 reinterpretAsUInt32/1 reinterpretAsUInt64/1 reinterpretAsUInt128/1
reinterpretAsUInt256/1 reinterpretAsInt8/1 reinterpretAsInt16/1 reinterpretAsInt32/1 reinterpretAsInt64/1
reinterpretAsInt128/1 reinterpretAsInt256/1 reinterpretAsFloat32/1 reinterpretAsFloat64/1 reinterpretAsUUID/1
isNull/1 isNotNull/1 coalesce/1-* ifNull/2 nullIf/2 assumeNotNull/1 toNullable/1
toYear/1 toQuarter/1 toMonth/1 toDayOfYear/1 toDayOfMonth/1 toHour/1 toMinute/1 toSecond/1 toISOYear/1 toISOWeek/1
toMonday/1 toTime/1 toDayOfWeek/1-3 toWeek/1-3 toYearWeek/1-3 toUnixTimestamp/1-2 toUnixTimestamp64Milli/1
fromUnixTimestamp/1 fromUnixTimestamp64Milli/1 toStartOfYear/1 toStartOfISOYear/1 toStartOfQuarter/1 toStartOfMonth/1
toStartOfHour/1 toStartOfMinute/1 toStartOfSecond/1 toStartOfFiveMinutes/1 toStartOfTenMinutes/1
toStartOfFifteenMinutes/1 toStartOfWeek/1-2 toStartOfDay/1-2 toStartOfInterval/2-3 toLastDayOfMonth/1
toLastDayOfWeek/1-2 age/3 dateDiff/3 date_diff/3 dateTrunc/2-3 date_trunc/2-3 dateAdd/2-3 dateSub/2-3 date_add/2
date_subtract/2 date_bin/3 date_part/2 timeStampAdd/2 timeStampSub/2 addYears/2 addQuarters/2 addMonths/2 addWeeks/2
addDays/2 addHours/2 addMinutes/2 addSeconds/2 subtractYears/2 subtractQuarters/2 subtractMonths/2 subtractWeeks/2
subtractDays/2 subtractHours/2 subtractMinutes/2 subtractSeconds/2 toIntervalSecond/1 toIntervalMinute/1
toIntervalHour/1 toIntervalDay/1 toIntervalWeek/1 toIntervalMonth/1 toIntervalQuarter/1 toIntervalYear/1
make_interval/6 now/0-1 current_timestamp/0 today/0 current_date/0 yesterday/0 nowInBlock/1 timeSlot/1 timeSlots/2-3
toYYYYMM/1 toYYYYMMDD/1 toYYYYMMDDhhmmss/1 formatDateTime/2-3 to_char/2-3 dateName/2 monthName/1 toTimeZone/1-2
timezone/2 timeZoneOf/1 timeZoneOffset/1 to_timestamp/1-2 make_timestamp/6-7 make_timestamptz/7 make_date/3
toModifiedJulianDay/1 fromModifiedJulianDay/1 rowNumberInBlock/0 rowNumberInAllBlocks/0 tumble/2 hop/3 tumbleStart/1-3
tumbleEnd/1-3 hopStart/1-3 hopEnd/1-3
left/2 right/2 lengthUTF8/1 lower/1 upper/1 lowerUTF8/1 upperUTF8/1 isValidUTF8/1 toValidUTF8/1 reverseUTF8/1 ascii/1
initcap/1 regexpQuoteMeta/1 leftPad/2-3 rightPad/2-3 leftPadUTF8/2-3 rightPadUTF8/2-3 lpad/3 rpad/3 format/2-*
concat/2-* concatWithSeparator/2-* substring/2-3 substringUTF8/2-3 repeat/2 appendTrailingCharIfAbsent/2
convertCharset/3 base58Encode/1 base58Decode/1 base64Encode/1 base64Decode/1 tryBase58Decode/1 tryBase64Decode/1
startsWith/2 endsWith/2 trim/1-2 btrim/1-2 trimLeft/1-2 ltrim/1-2 trimRight/1-2 rtrim/1-2 encodeXMLComponent/1
decodeXMLComponent/1 extractTextFromHTML/1 split_part/3
position/2-3 positionCaseInsensitive/2-3 positionUTF8/2-3 positionCaseInsensitiveUTF8/2-3 locate/2-3
multiSearchAllPositions/2 multiSearchAllPositionsCaseInsensitive/2 multiSearchAllPositionsUTF8/2
multiSearchAllPositionsCaseInsensitiveUTF8/2 multiSearchFirstPosition/2 multiSearchFirstPositionCaseInsensitive/2
multiSearchFirstPositionUTF8/2 multiSearchFirstPositionCaseInsensitiveUTF8/2 multiSearchFirstIndex/2
multiSearchFirstIndexCaseInsensitive/2 multiSearchFirstIndexUTF8/2 multiSearchFirstIndexCaseInsensitiveUTF8/2
multiSearchAny/2 multiSearchAnyCaseInsensitive/2 multiSearchAnyUTF8/2 multiSearchAnyCaseInsensitiveUTF8/2
match/2 multiMatchAny/2 multiMatchAnyIndex/2 multiMatchAllIndices/2 multiFuzzyMatchAny/3 multiFuzzyMatchAnyIndex/3
multiFuzzyMatchAllIndices/3 extract/2 extractAll/2 extractAllGroups/2 extractAllGroupsHorizontal/2
extractAllGroupsVertical/2 extractGroups/2 regexpExtract/2-3 ngramDistance/2 ngramDistanceCaseInsensitive/2
ngramDistanceUTF8/2 ngramDistanceCaseInsensitiveUTF8/2 ngramSearch/2 ngramSearchCaseInsensitive/2 ngramSearchUTF8/2
ngramSearchCaseInsensitiveUTF8/2 countSubstrings/2-3 countSubstringsCaseInsensitive/2-3
countSubstringsCaseInsensitiveUTF8/2-3 countMatches/2 countMatchesCaseInsensitive/2 hasToken/2 hasTokenOrNull/2
hasTokenCaseInsensitive/2 hasTokenCaseInsensitiveOrNull/2 hasSubsequence/2 hasSubsequenceCaseInsensitive/2
hasSubsequenceUTF8/2 hasSubsequenceCaseInsensitiveUTF8/2 hasAllTokens/2 hasAnyTokens/2
replace/3 replaceAll/3 replaceOne/3 replaceRegexpAll/3 replaceRegexpOne/3 translate/3 translateUTF8/3 splitByChar/2-3
splitByString/2-3 splitByRegexp/2-3 splitByWhitespace/1-2 splitByNonAlpha/1-2 alphaTokens/1-2 ngrams/2 tokens/1
if/3 multiIf/3-* transform/3-4 least/2 greatest/2
e/0 pi/0 exp/1 exp2/1 exp10/1 log/1 ln/1 log2/1 log10/1 log1p/1 sqrt/1 cbrt/1 erf/1 erfc/1 lgamma/1 tgamma/1 sin/1
cos/1 tan/1 asin/1 acos/1 atan/1 sinh/1 cosh/1 asinh/1 acosh/1 atanh/1 sign/1 degrees/1 radians/1 factorial/1 intExp2/1
intExp10/1 pow/2 power/2 atan2/2 hypot/2 width_bucket/4 floor/1-2 ceil/1-2 trunc/1-2 round/1-2 roundBankers/1-2
roundToExp2/1 roundDuration/1 roundAge/1 roundDown/2
map/0-* mapFromArrays/2 mapAdd/2-* mapSubtract/2-* mapPopulateSeries/1-3 mapContains/2 mapKeys/1 mapValues/1
mapContainsKeyLike/2 mapExtractKeyLike/2 mapApply/2 mapFilter/2 mapUpdate/2
bitAnd/2 bitOr/2 bitXor/2 bitShiftLeft/2 bitShiftRight/2 bitRotateLeft/2 bitRotateRight/2 bitTest/2
bitHammingDistance/2 bitNot/1 bitCount/1 bitSlice/3 bitTestAll/3-* bitTestAny/3-* bitmapBuild/1 bitmapToArray/1
bitmapCardinality/1 bitmapMin/1 bitmapMax/1 bitmapAnd/2 bitmapOr/2 bitmapXor/2 bitmapAndnot/2 bitmapAndCardinality/2
bitmapOrCardinality/2 bitmapXorCardinality/2 bitmapAndnotCardinality/2 bitmapContains/2 bitmapHasAny/2 bitmapHasAll/2
bitmapSubsetInRange/3 bitmapSubsetLimit/3 subBitmap/3 bitmapTransform/3
protocol/1 domain/1 domainWithoutWWW/1 topLevelDomain/1 firstSignificantSubdomain/1 cutToFirstSignificantSubdomain/1
cutToFirstSignificantSubdomainWithWWW/1 path/1 pathFull/1 queryString/1 fragment/1 queryStringAndFragment/1 netloc/1
cutWWW/1 cutQueryString/1 cutFragment/1 cutQueryStringAndFragment/1 URLHierarchy/1 URLPathHierarchy/1
encodeURLComponent/1 decodeURLComponent/1 tryDecodeURLComponent/1 encodeURLFormComponent/1 decodeURLFormComponent/1
extractURLParameters/1 extractURLParameterNames/1 port/1-2 extractURLParameter/2 cutURLParameter/2
isValidJSON/1 JSONHas/1-6 JSONLength/1-6 JSONArrayLength/1-6 JSONType/1-6 JSONExtractUInt/1-6 JSONExtractInt/1-6
JSONExtractFloat/1-6 JSONExtractBool/1-6 JSONExtractString/1-6 JSONExtractRaw/1-6 JSONExtractArrayRaw/1-6
JSONExtractKeysAndValuesRaw/1-6 JSONExtractKeys/1-5 JSONExtract/2-7 JSONExtractKeysAndValues/2-7 JSON_VALUE/2
tuple/0-* tupleElement/2-3 untuple/1 tupleHammingDistance/2 tuplePlus/2 tupleMinus/2 tupleMultiply/2 tupleDivide/2
tupleMultiplyByNumber/2 tupleDivideByNumber/2 dotProduct/2 tupleNegate/1 tupleToNameValuePairs/1
L1Norm/1 L2Norm/1 LinfNorm/1 L1Normalize/1 L2Normalize/1 LinfNormalize/1 LpNorm/2 LpNormalize/2 L1Distance/2
L2Distance/2 LinfDistance/2 cosineDistance/2 LpDistance/3
greatCircleDistance/4 geoDistance/4 greatCircleAngle/4 pointInEllipses/6-* pointInPolygon/2-* geohashEncode/2-3
geohashDecode/1 geohashesInBox/5
isFinite/1 isInfinite/1 isNaN/1 ifNotFinite/2 bar/4 formatReadableDecimalSize/1 formatReadableSize/1
formatReadableQuantity/1 formatReadableTimeDelta/1-2 indexHint/1 extractIPv4Substrings/1 languageCodeToName/1
IPv4NumToString/1 IPv4StringToNum/1 IPv4NumToStringClassC/1 IPv6NumToString/1 IPv6StringToNum/1 IPv4ToIPv6/1
cutIPv6/3 toIPv4/1 toIPv6/1 isIPv4String/1 isIPv6String/1 isIPAddressInRange/2
`
  .trim()
  .split(/\s+/);
