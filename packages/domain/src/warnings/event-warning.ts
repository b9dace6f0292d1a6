import type { WarningType } from './warning-types';

/** Something that was dropped, changed or rejected about one event, without saying yet of which. */
export interface EventWarning {
  /** A `WarningType`, or one that a newer edge knows. */
  readonly type: string;
  /** Details other than `eventUuid`, `event` and `distinctId`, which every warning of an event has. */
  readonly details: Record<string, unknown>;
}

/** Texts of clients in details are cut: a warning is read by people. */
const MAX_DETAIL_LENGTH = 200;

export function eventWarning(
  type: WarningType,
  details: Record<string, unknown> = {},
): EventWarning {
  return { type, details };
}

/** A client's JSON value as a short text. */
export function detailText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text;
}
