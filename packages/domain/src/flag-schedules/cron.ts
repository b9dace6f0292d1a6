import { Cron } from 'croner';

const FIELDS = 5;

/** Why an expression cannot be a schedule: not five fields, a syntax error, or no time that matches. */
export type CronProblem = 'fields' | 'syntax' | 'never';

/**
 * Checks a cron expression of five fields: minute, hour, day of month, month and day of week.
 * @param after the time from which a matching time is searched
 * @returns null if it is valid
 */
export function cronProblem(expression: string, after: Date): CronProblem | null {
  if (expression.trim().split(/\s+/).length !== FIELDS) return 'fields';
  try {
    return nextCronRun(expression, 'UTC', after) === null ? 'never' : null;
  } catch {
    // The library reports every wrong expression by an error with a text for developers.
    return 'syntax';
  }
}

/**
 * The first time after `after` that matches a cron expression; null if there is none. The fields are local times of
 * the time zone: 9 o'clock stays 9 o'clock in summer. A time that is skipped in spring becomes the end of the gap; of
 * a time that occurs twice in autumn, the first is used.
 * @param timezone an IANA name
 * @throws an error for an expression that `cronProblem` rejects
 */
export function nextCronRun(expression: string, timezone: string, after: Date): Date | null {
  return new Cron(expression, { mode: '5-part', timezone, paused: true }).nextRun(after);
}
