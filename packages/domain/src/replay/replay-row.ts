import type { ReplayEntry } from '@tidemark/contracts';
import { dateTimeText } from '../dates/date-time-text';

/** One line of JSONEachRow for the table `session_replay_events`. */
export function replayRowLine(entry: ReplayEntry): string {
  return JSON.stringify({
    team_id: entry.team_id,
    session_id: entry.session_id,
    message_id: entry.uuid,
    distinct_id: entry.distinct_id,
    min_first_timestamp: dateTimeText(new Date(entry.start)),
    max_last_timestamp: dateTimeText(new Date(entry.end)),
    first_url: entry.urls[0] ?? null,
    all_urls: entry.urls,
    click_count: entry.click_count,
    keypress_count: entry.keypress_count,
    mouse_activity_count: entry.mouse_activity_count,
    active_milliseconds: entry.active_milliseconds,
    console_log_count: entry.console_log_count,
    console_warn_count: entry.console_warn_count,
    console_error_count: entry.console_error_count,
    size: entry.size,
    event_count: entry.event_count,
    snapshot_source: entry.snapshot_source,
    snapshot_library: entry.snapshot_library,
  });
}
