import type { StoredWarning, WarningDay } from '@tidemark/clickhouse';
import type { ingestionWarningSchema, ingestionWarningSummarySchema } from '@tidemark/contracts';
import type { z } from 'zod';
import { wireTime } from '../wire-time';

export function warningBody(warning: StoredWarning): z.infer<typeof ingestionWarningSchema> {
  const { uuid, type, category, severity, source, distinctId, details, timestamp, count } = warning;
  return {
    uuid,
    type,
    category,
    severity,
    source,
    distinct_id: distinctId === '' ? null : distinctId,
    timestamp: wireTime(timestamp),
    details,
    count,
  };
}

/**
 * One summary per type, the one seen last first.
 *
 * @param days oldest first.
 * @param newest newest first.
 */
export function warningSummaries(
  days: readonly WarningDay[],
  newest: readonly StoredWarning[],
): z.infer<typeof ingestionWarningSummarySchema>[] {
  const types = [...new Set(newest.map(({ type }) => type))];
  return types.flatMap((type) => {
    const warnings = newest.filter((warning) => warning.type === type);
    const [last] = warnings;
    if (last === undefined) return [];
    const sparkline = days
      .filter((day) => day.type === type)
      .map(({ count, day }): [number, string] => [count, day]);
    return [
      {
        type,
        category: last.category,
        severity: last.severity,
        lastSeen: wireTime(last.timestamp),
        sparkline,
        warnings: warnings.map(warningBody),
        count: sparkline.reduce((sum, [count]) => sum + count, 0),
      },
    ];
  });
}
