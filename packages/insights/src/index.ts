export { bucketStarts } from './date-range/buckets';
export { bucketLabel, dayText } from './date-range/labels';
export { previousPeriod } from './date-range/previous-period';
export { readDate, type ReadDate } from './date-range/read-date';
export {
  resolveDateRange,
  type DateRange,
  type DateRangeInput,
  type DateRangeOptions,
} from './date-range/resolve-date-range';
export { INTERVALS, startOfInterval, type Interval, type WeekStartDay } from './date-range/zoned';
export { InsightError } from './insight-error';
