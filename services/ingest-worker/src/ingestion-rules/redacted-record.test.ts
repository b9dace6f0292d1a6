import type { IngestWarning, ReplayEntry } from '@tidemark/contracts';
import { ingestionRuleCreateSchema } from '@tidemark/contracts';
import type { CompiledRules } from '@tidemark/domain';
import { compileRules } from '@tidemark/domain';
import type { LogRecord } from '@tidemark/ingest-log';
import { redactedRecord } from './redacted-record';

const SECRET = 'ada@example.com';

const RULE = {
  id: 'rule',
  ...ingestionRuleCreateSchema.parse({
    name: 'no addresses',
    kind: 'redact',
    config: { properties: [], detectors: ['email'] },
    conditions: [],
  }),
};

const WARNING: IngestWarning = {
  v: 1,
  kind: 'warning',
  team_id: 1,
  uuid: '0190f7a8-3b7c-7def-8123-456789abcdef',
  distinct_id: SECRET,
  type: 'message_size_too_large',
  severity: 'error',
  details: { distinctId: SECRET },
  timestamp: '2026-01-02T03:04:05.678Z',
  count: 1,
};

const REPLAY: ReplayEntry = {
  v: 1,
  kind: 'replay',
  team_id: 1,
  uuid: '0190f7a8-3b7c-7def-8123-456789abcdef',
  distinct_id: SECRET,
  session_id: 's',
  start: '2026-01-02T03:04:05.678Z',
  end: '2026-01-02T03:04:06.678Z',
  urls: [`https://example.com/?mail=${SECRET}`],
  ...{ click_count: 0, keypress_count: 0, mouse_activity_count: 0, active_milliseconds: 0 },
  ...{ console_log_count: 1, console_warn_count: 0, console_error_count: 0 },
  ...{ size: 1, event_count: 1, snapshot_source: 'web', snapshot_library: 'web' },
  console: [{ level: 'info', timestamp: '2026-01-02T03:04:05.678Z', message: SECRET }],
};

const redactedRaw = async (content: object, rules: CompiledRules): Promise<string> => {
  const record = { partition: 0, id: '1-0', raw: JSON.stringify(content) } as LogRecord;
  const projectRules = { of: () => rules, load: () => Promise.resolve() };
  return (await redactedRecord(projectRules, record)).record.raw;
};

describe.each([
  ['warning', WARNING],
  ['recording', REPLAY],
])('the dead letter of a %s', (_, content) => {
  it('has no value that a rule removes', async () => {
    const raw = await redactedRaw(content, compileRules([RULE], 'key'));
    expect(raw).not.toContain(SECRET);
    expect(raw).toContain(content.uuid);
  });

  it('has no text of a visitor if a rule fails', async () => {
    const raw = await redactedRaw(content, { ...compileRules([RULE], 'key'), redact: () => null });
    expect(raw).not.toContain(SECRET);
    expect(raw).toContain(content.uuid);
  });
});
