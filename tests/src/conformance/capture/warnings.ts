import type { ConformanceCase } from '../test-support/case';
import { captured, settled, shows, TOKEN } from '../test-support/case';

/** A case with one event: it must cause a warning and leave `stored` rows in `events`. */
function warns(type: string, severity: string, name: string, stored: number, more: object = {}) {
  const { properties = {}, ...fields } = more as { properties?: object };
  return {
    name: `${type} (${severity})`,
    steps: [
      captured(name, properties, fields),
      shows(
        `SELECT type, severity, sum(count) FROM system.ingestion_warnings GROUP BY type, severity`,
        [[type, severity, 1]],
      ),
      ...settled(),
      shows(`SELECT count() FROM events WHERE event NOT LIKE 'settled%'`, [[stored]]),
    ],
  } satisfies ConformanceCase;
}

/** A case with one request: it must be rejected and cause a warning. */
function rejected(type: string, status: number, body: object) {
  return {
    name: `${type} (rejected)`,
    steps: [
      { send: { path: '/capture/', body: { api_key: TOKEN, ...body } }, response: { status } },
      shows(
        `SELECT type, severity, sum(count) FROM system.ingestion_warnings GROUP BY type, severity`,
        [[type, 'error', 1]],
      ),
    ],
  } satisfies ConformanceCase;
}

const PERSONLESS = { $process_person_profile: false };

/** Warnings about dropped and changed events (`docs/wire/capture-processing.md#warnings`). */
export const warnings: readonly ConformanceCase[] = [
  warns('group_key_too_long', 'error', '$groupidentify', 0, {
    properties: { $group_type: 't', $group_key: 'x'.repeat(401) },
  }),
  warns('invalid_event_when_process_person_profile_is_false', 'error', '$identify', 0, {
    properties: PERSONLESS,
  }),
  warns('client_ingestion_warning', 'info', '$$client_ingestion_warning', 0, {
    properties: { $$client_ingestion_warning_message: 'too fast' },
  }),
  warns('invalid_process_person_profile', 'warning', 'e', 1, {
    properties: { $process_person_profile: 'no' },
  }),
  warns('invalid_event_session_id', 'warning', 'e', 1, { properties: { $session_id: 'abc' } }),
  warns('invalid_group_set', 'warning', '$groupidentify', 1, {
    properties: { $group_type: 't', $group_key: 'k', $group_set: 'x' },
  }),
  warns('event_name_truncated', 'warning', 'x'.repeat(201), 1),
  warns('group_type_limit_exceeded', 'warning', 'e', 1, {
    properties: { $groups: { a: 'k', b: 'k', c: 'k', d: 'k', e: 'k', sixth: 'k' } },
  }),
  warns('cannot_merge_with_illegal_distinct_id', 'warning', '$identify', 1, {
    properties: { $anon_distinct_id: 'null' },
  }),
  warns('ignored_invalid_timestamp', 'warning', 'e', 1, { timestamp: 'soon' }),
  warns('distinct_id_truncated', 'warning', 'e', 1, { distinct_id: 'x'.repeat(201) }),
  rejected('missing_distinct_id', 400, { event: 'e' }),
  rejected('missing_event_name', 400, { event: '', distinct_id: 'u1' }),
  rejected('invalid_cookieless_mode', 400, {
    event: 'e',
    distinct_id: 'u1',
    properties: { $cookieless_mode: 'yes' },
  }),
  rejected('message_size_too_large', 413, {
    event: 'e',
    distinct_id: 'u1',
    properties: { long: 'x'.repeat(1_000_001) },
  }),
];
