export { firstOfMonth, nextMonth, usedUp } from './used-up';
export { usagePeriods } from './usage-periods';
