import { ingestWarningSchema, replayEntrySchema } from '@tidemark/contracts';
import { compileRules } from './compile-rules';
import { entryOf, ruleOf } from './test-support/entry';

const warning = {
  ...{ v: 1, kind: 'warning', team_id: 1, uuid: '4111-1111-1111-1111', distinct_id: 'd' },
  ...{ type: 'ignored_invalid_timestamp', severity: 'warning', timestamp: '2026-01-02', count: 3 },
  details: { field: 'timestamp', value: 'at ann@example.com', type: 'x' },
};
const message = { level: 'info', timestamp: '2026-01-02', message: 'to ann@example.com' };
const replay = {
  ...{ v: 1, kind: 'replay', team_id: 1, uuid: '4111-1111-1111-1111', distinct_id: 'd' },
  ...{ session_id: 's', start: '2026-01-02', end: '2026-01-02', size: 1, event_count: 1 },
  ...{ click_count: 0, keypress_count: 0, mouse_activity_count: 0, active_milliseconds: 0 },
  ...{ console_log_count: 0, console_warn_count: 0, console_error_count: 0 },
  ...{ snapshot_source: 'web', snapshot_library: 'web' },
  urls: ['/?type=ann@example.com&a=1'],
  console: [message],
};
/** The names of all fields of warnings and recordings are the names of redacted properties. */
const properties = [warning, replay, message].flatMap((one) => Object.keys(one));
const rule = ruleOf('redact', { properties, detectors: ['email', 'card', 'iban', 'token'] });
const rules = compileRules([rule], 'key of the project');

it('a redacted warning has the texts of the client replaced, and can be stored', () => {
  const redacted = rules.redact(warning);
  expect(ingestWarningSchema.safeParse(redacted).error).toBeUndefined();
  expect(redacted).toEqual({
    ...warning,
    distinct_id: expect.stringMatching(/^\[hash:/) as string,
    details: { ...warning.details, value: 'at [email]', type: '[redacted]' },
  });
});

it('a redacted recording has the texts of the client replaced, and can be stored', () => {
  const redacted = rules.redact(replay);
  expect(replayEntrySchema.safeParse(redacted).error).toBeUndefined();
  expect(redacted).toEqual({
    ...replay,
    distinct_id: expect.stringMatching(/^\[hash:/) as string,
    urls: ['/?type=[redacted]&a=1'],
    console: [{ ...message, message: 'to [email]' }],
  });
});

it('the notices of a redacted event keep their types', () => {
  const entry = entryOf({ notices: [{ type: 'event_name_truncated', details: { type: 'x' } }] });
  expect(rules.apply(entry).entry.notices).toEqual([
    { type: 'event_name_truncated', details: { type: '[redacted]' } },
  ]);
});
