import { isObject, textOf } from '../json/json-object';
import type { JsonObject } from '../json/json-object';
import { repairText } from '../capture/text-repair';

/** One rrweb event with a valid time; its other fields are as sent. */
export interface Snapshot {
  /** ms since the epoch. */
  readonly timestamp: number;
  readonly type: unknown;
  readonly data: JsonObject;
}

/** The event types and incremental sources of rrweb that are counted. */
const INCREMENTAL = 3;
const PLUGIN = 6;
const MOUSE_MOVE = 1;
const MOUSE_INTERACTION = 2;
const INPUT = 5;
const TOUCH_MOVE = 6;
const MOUSE_SOURCES: ReadonlySet<unknown> = new Set([MOUSE_MOVE, MOUSE_INTERACTION, TOUCH_MOVE]);
/** The types of a click: click, context menu, double click, touch end. */
const CLICKS: ReadonlySet<unknown> = new Set([2, 3, 4, 9]);
/** The sources of activity: mouse, scroll, resize, input, touch, media and drag. */
const ACTIVE_SOURCES: ReadonlySet<unknown> = new Set([1, 2, 3, 4, 5, 6, 7, 12]);
const CONSOLE_PLUGIN = 'rrweb/console@1';

/** The last time of ClickHouse's DateTime64, at the end of the year 2299. */
const LATEST_TIME = Date.UTC(2300, 0, 1) - 1;

/**
 * Reads an item as a snapshot; null if it is not an object or its time is not valid
 * (`docs/wire/capture-storage.md#snapshot-item`).
 */
export function readSnapshot(item: unknown): Snapshot | null {
  if (!isObject(item)) return null;
  const { timestamp, type, data } = item;
  if (typeof timestamp !== 'number') return null;
  if (!(timestamp > 0 && timestamp <= LATEST_TIME)) return null;
  return { timestamp: Math.trunc(timestamp), type, data: isObject(data) ? data : {} };
}

/** The URL of the page in a snapshot, trimmed; undefined if there is none. */
export function pageUrl({ data }: Snapshot): string | undefined {
  const payload = isObject(data['payload']) ? data['payload'] : {};
  const url = (textOf(data['href']) ?? textOf(payload['href']))?.trim();
  return url === '' ? undefined : url;
}

export function isClick(snapshot: Snapshot): boolean {
  return sourceOf(snapshot) === MOUSE_INTERACTION && CLICKS.has(snapshot.data['type']);
}

export function isKeypress(snapshot: Snapshot): boolean {
  return sourceOf(snapshot) === INPUT;
}

export function isMouseActivity(snapshot: Snapshot): boolean {
  return MOUSE_SOURCES.has(sourceOf(snapshot));
}

export function isActive(snapshot: Snapshot): boolean {
  return ACTIVE_SOURCES.has(sourceOf(snapshot));
}

export type ConsoleLevel = 'log' | 'warn' | 'error';

const LEVELS: ReadonlyMap<unknown, ConsoleLevel> = new Map([
  ['warn', 'warn'],
  ['countReset', 'warn'],
  ['error', 'error'],
  ['assert', 'error'],
]);

/**
 * The level of a console message, which decides the counter it increments; null if the snapshot is not a console
 * message.
 */
export function consoleLevel({ type, data }: Snapshot): ConsoleLevel | null {
  if (type !== PLUGIN || data['plugin'] !== CONSOLE_PLUGIN || !isObject(data['payload']))
    return null;
  return LEVELS.get(data['payload']['level']) ?? 'log';
}

/** The maximum length of one part of a console message; the rest is cut. */
const MAX_CONSOLE_PART = 2_999;

/** The text of a console message: its parts that are texts, separated by blanks. */
export function consoleText({ data }: Snapshot): string {
  const payload = isObject(data['payload']) ? data['payload']['payload'] : undefined;
  const parts: readonly unknown[] = Array.isArray(payload) ? payload : [payload];
  return parts
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .map((part) => repairText(part.slice(0, MAX_CONSOLE_PART)))
    .join(' ');
}

function sourceOf({ type, data }: Snapshot): unknown {
  return type === INCREMENTAL ? data['source'] : undefined;
}
