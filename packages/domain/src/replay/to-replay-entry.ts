import { createHash } from 'node:crypto';
import type { ReplayEntry } from '@tidemark/contracts';
import { repairText } from '../capture/text-repair';
import { activeMilliseconds } from './active-milliseconds';
import type { ActivitySample } from './active-milliseconds';
import { ConsoleMessages } from './console-messages';
import { contentUuid } from './content-uuid';
import type { Recording } from './read-recording';
import {
  consoleLevel,
  isActive,
  isClick,
  isKeypress,
  isMouseActivity,
  pageUrl,
  readSnapshot,
} from './snapshot';

const MAX_URL_LENGTH = 4_096;
const MAX_URLS = 25;

/**
 * The stored summary of a recording's snapshots (`docs/wire/capture-storage.md#recording-summary`). posthog-js
 * compresses some items with gzip (`cv`): the whole `data` of full snapshots, and the mutations in the `data` of
 * incremental ones. These parts contain nothing that is counted, so they are never decompressed.
 * @param keepsConsole whether console messages are stored; they are counted in any case
 * @returns null if no item has a valid time
 */
export function toReplayEntry(
  teamId: number,
  recording: Recording,
  keepsConsole = false,
): ReplayEntry | null {
  const samples: ActivitySample[] = [];
  const urls = new Set<string>();
  const messages = { log: 0, warn: 0, error: 0 };
  const kept = new ConsoleMessages();
  let start = Infinity;
  let end = -Infinity;
  let clicks = 0;
  let keypresses = 0;
  let mouseActivity = 0;
  let size = 0;
  const { sessionId, windowId, distinctId } = recording;
  const hash = createHash('sha256').update(JSON.stringify([sessionId, windowId, distinctId]));
  for (const item of recording.items) {
    const snapshot = readSnapshot(item);
    if (snapshot === null) continue;
    const text = JSON.stringify(item);
    hash.update(text);
    size += Buffer.byteLength(text);
    start = Math.min(start, snapshot.timestamp);
    end = Math.max(end, snapshot.timestamp);
    samples.push({ timestamp: snapshot.timestamp, active: isActive(snapshot) });
    if (isClick(snapshot)) clicks += 1;
    if (isKeypress(snapshot)) keypresses += 1;
    if (isMouseActivity(snapshot)) mouseActivity += 1;
    const level = consoleLevel(snapshot);
    if (level !== null) messages[level] += 1;
    if (keepsConsole) kept.add(snapshot);
    const url = pageUrl(snapshot);
    if (url !== undefined && urls.size < MAX_URLS) urls.add(storableUrl(url));
  }
  if (samples.length === 0) return null;
  return {
    v: 1,
    kind: 'replay',
    team_id: teamId,
    uuid: contentUuid(hash.digest('hex')),
    distinct_id: distinctId,
    session_id: sessionId,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    urls: [...urls],
    click_count: clicks,
    keypress_count: keypresses,
    mouse_activity_count: mouseActivity,
    active_milliseconds: activeMilliseconds(samples),
    console_log_count: messages.log,
    console_warn_count: messages.warn,
    console_error_count: messages.error,
    size,
    event_count: samples.length,
    snapshot_source: recording.source,
    snapshot_library: recording.library,
    ...(keepsConsole && { console: kept.list() }),
  };
}

function storableUrl(url: string): string {
  return repairText(url.slice(0, MAX_URL_LENGTH));
}
