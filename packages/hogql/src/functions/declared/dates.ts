import { family } from './spec';

export const dateFunctions = [
  ...family(
    'Integer',
    `toYear/1 toQuarter/1 toMonth/1 toDayOfYear/1 toDayOfMonth/1 toDayOfWeek/1-3 toHour/1 toMinute/1
     toSecond/1 toISOYear/1 toISOWeek/1 toWeek/1-3 toYearWeek/1-3 toUnixTimestamp/1-2
     toUnixTimestamp64Milli/1 toUnixTimestamp64Micro/1 toYYYYMM/1-2 toYYYYMMDD/1-2
     toYYYYMMDDhhmmss/1-2 timeZoneOffset/1=timezoneOffset age/3`,
  ),
  ...family('Integer', 'dateDiff!/3 date_diff!/3=dateDiff'),
  ...family(
    'Date',
    'toMonday/1 toStartOfYear/1 toStartOfISOYear/1 toStartOfQuarter/1 toStartOfMonth/1 toLastDayOfMonth/1',
  ),
  ...family('Date', 'toLastDayOfWeek/1-2'),
  ...family(
    'DateTime',
    `toStartOfHour/1 toStartOfMinute/1 toStartOfSecond/1 toStartOfFiveMinutes/1
     toStartOfTenMinutes/1 toStartOfFifteenMinutes/1 timeSlot/1 toTime/1`,
  ),
  ...family('DateTime', 'toStartOfDay/1-2'),
  ...family(
    'first',
    `addYears/2 addQuarters/2 addMonths/2 addWeeks/2 addDays/2 subtractYears/2 subtractQuarters/2
     subtractMonths/2 subtractWeeks/2 subtractDays/2 date_add/2=plus date_subtract/2=minus
     timeStampAdd/2=plus timeStampSub/2=minus`,
  ),
  ...family(
    'DateTime',
    `addHours/2 addMinutes/2 addSeconds/2 subtractHours/2 subtractMinutes/2 subtractSeconds/2`,
  ),
  ...family(
    'Interval',
    `toIntervalSecond/1 toIntervalMinute/1 toIntervalHour/1 toIntervalDay/1 toIntervalWeek/1
     toIntervalMonth/1 toIntervalQuarter/1 toIntervalYear/1`,
    { numeric: true },
  ),
  ...family('DateTime', 'fromUnixTimestamp64Milli/1-2', { zoneAt: 1 }),
  ...family('String', 'formatDateTime/2-3 to_char/2-3=formatDateTime dateName/2 monthName/1'),
  ...family('String', 'timeZoneOf/1=timezoneOf'),
  ...family('Date', 'make_date/3=makeDate', { numeric: true }),
  ...family('Date', 'fromModifiedJulianDay/1=fromModifiedJulianDayOrNull', {
    nullability: 'always',
    numeric: true,
  }),
  ...family('Integer', 'rowNumberInBlock/0 rowNumberInAllBlocks/0', { nullability: 'never' }),
];
