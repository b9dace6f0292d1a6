import type { WarningRow } from '@tidemark/domain';
import { warningFacts, warningIssueId } from '@tidemark/domain';
import type { NewInternalEvent } from '@tidemark/postgres';

const SUMMARIES = {
  error: 'Events or parts of them were not stored.',
  warning: 'Events were stored, and something about them was changed or not applied.',
  info: 'A notice about events that arrived.',
} as const;

/**
 * Returns the internal events for warnings: one event for each project, type and hour (UTC), for any number of
 * warnings (`docs/wire/destinations.md#ingestion-warnings`). They contain no data of visitors.
 */
export function warningEvents(rows: readonly WarningRow[]): readonly NewInternalEvent[] {
  const events = new Map<string, NewInternalEvent>();
  for (const { projectId, type, timestamp, source, count } of rows) {
    const hour = new Date(timestamp).toISOString().slice(0, 13);
    const id = warningIssueId(projectId, type, hour);
    if (events.has(id)) continue;
    const { category, severity } = warningFacts(type);
    events.set(id, {
      id,
      projectId,
      event: '$health_check_issue_firing',
      userId: null,
      properties: {
        kind: 'ingestion_warning',
        severity: severity === 'error' ? 'critical' : severity,
        issue_id: id,
        title: `Ingestion warning ${type}`,
        summary: SUMMARIES[severity],
        link: '/data-management/warnings',
        ...{ warning_type: type, category, source, count, hour: `${hour}:00:00Z` },
      },
    });
  }
  return [...events.values()];
}
