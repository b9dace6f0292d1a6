import type { LoggedEvent } from '@tidemark/contracts';
import { isObject } from '../json/json-object';

/** The names of fields of a version 2 record that have a wrong type. Same result as `loggedEventSchema`, but faster. */
export function wrongLoggedEventFields(value: unknown): readonly string[] {
  if (!isObject(value)) return [''];
  return CHECKS.flatMap(([name, holds]) => (holds(value[name]) ? [] : [name]));
}

/** Whether a value is a record of version 2. */
export function isLoggedEvent(value: unknown): value is LoggedEvent {
  return isObject(value) && CHECKS.every(([name, holds]) => holds(value[name]));
}

type Check = (field: unknown) => boolean;

const isOptionalText: Check = (field) => field === undefined || typeof field === 'string';

const CHECKS: readonly (readonly [name: string, holds: Check])[] = [
  ['v', (field) => field === 2],
  ['team_id', (field) => Number.isSafeInteger(field) && Number(field) > 0],
  ['captured_at', (field) => Number.isSafeInteger(field)],
  ['sent_at', (field) => field === null || Number.isFinite(field)],
  ['ip', (field) => field === null || typeof field === 'string'],
  ['historical_migration', (field) => typeof field === 'boolean'],
  ['unnamed', isOptionalText],
  ['uuid', isOptionalText],
  ['trace', isOptionalText],
  ['imported', (field) => field === undefined || field === 'event' || field === 'identity'],
  ['place', (field) => field === undefined || Number.isSafeInteger(field)],
  ['sent', isObject],
];
