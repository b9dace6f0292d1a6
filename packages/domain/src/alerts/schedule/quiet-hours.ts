import type { AlertScheduleRestriction } from '@tidemark/contracts';
import { wallTime } from '../../dates/zone-clock';

/** When an alert is not checked, in the local time of its project. */
export interface QuietHours {
  readonly timezone: string;
  readonly skipWeekend: boolean;
  readonly restriction: AlertScheduleRestriction | null;
}

/** Whether a time is in quiet hours. */
export function isQuiet(time: Date, { timezone, skipWeekend, restriction }: QuietHours): boolean {
  const { year, month, day, hour, minute } = wallTime(time, timezone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  if (skipWeekend && (weekday === 0 || weekday === 6)) return true;
  const clock = hour * 60 + minute;
  return (restriction?.blocked_windows ?? []).some((window) => {
    const [start, end] = [minuteOf(window.start), minuteOf(window.end)];
    return start < end ? clock >= start && clock < end : clock >= start || clock < end;
  });
}

/** Whether the windows block every minute of a day. */
export function coversDay({ blocked_windows }: AlertScheduleRestriction): boolean {
  const restriction = { blocked_windows };
  const hours = { timezone: 'UTC', skipWeekend: false, restriction };
  return minutesOfDay().every((minute) => isQuiet(new Date(minute * 60_000), hours));
}

const minutesOfDay = (): readonly number[] => Array.from({ length: 1_440 }, (_, minute) => minute);

/** `23:30` as minutes since midnight. */
function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}
