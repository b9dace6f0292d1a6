import type { WarningType } from './warning-types';

/** A problem because of which an event was dropped, changed or partly rejected. Does not identify the event. */
export interface EventWarning {
  /** A `WarningType`, or one of a newer edge. */
  readonly type: string;
  /** Details other than `eventUuid`, `event` and `distinctId`, which are added to every warning. */
  readonly details: Record<string, unknown>;
}

/** Texts of clients in details are cut to this length. */
const MAX_DETAIL_LENGTH = 200;

export function eventWarning(
  type: WarningType,
  details: Record<string, unknown> = {},
): EventWarning {
  return { type, details };
}

/** A JSON value of a client as a short text. */
export function detailText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text;
}
