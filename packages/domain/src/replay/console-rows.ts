import { createHash } from 'node:crypto';
import type { ReplayEntry } from '@tidemark/contracts';
import { dateTimeText } from '../dates/date-time-text';
import { contentUuid } from './content-uuid';

/** Lines of JSONEachRow for the table `log_entries`; a repeated message gives the same line. */
export function consoleRowLines(entry: ReplayEntry): string[] {
  return (entry.console ?? []).map(({ level, timestamp, message }, index) =>
    JSON.stringify({
      team_id: entry.team_id,
      log_source: 'session_replay',
      log_source_id: entry.session_id,
      timestamp: dateTimeText(new Date(timestamp)),
      level,
      message,
      uuid: contentUuid(createHash('sha256').update(`${entry.uuid} ${index}`).digest('hex')),
      distinct_id: entry.distinct_id,
    }),
  );
}
