import type { LoggedEventV1 } from '@tidemark/contracts';
import type { LogRecord } from '@tidemark/ingest-log';
import { createLogger, createMetrics } from '@tidemark/platform';
import type { RunningService } from '@tidemark/platform';
import type { NewInternalEvent } from '@tidemark/postgres';
import { recordInternalEvents } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil, executeSql } from '@tidemark/testing';
import { start } from '.';
import type { Pipeline } from './test-support/pipeline';
import { entryOf, openPipeline, workerConfig } from './test-support/pipeline';
import { ruleOccurrences } from './warnings/occurrences';
import { storeWarnings } from './warnings/store-warnings';
import { parseRecords, readRange } from './records/read-range';
import { createWorkerMetrics } from './worker-metrics';

type Given = Partial<LoggedEventV1>;

/** The current time, because ClickHouse would remove rows older than the table's retention when they are written. */
const CAPTURED_AT = new Date().toISOString();

describe('ingestion warnings', () => {
  let pipeline: Pipeline;
  let worker: RunningService;
  let team = 100;

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    await rejectOneProperty();
    worker = await start(workerConfig(urls));
  });
  afterAll(async () => {
    await worker.stop();
    await pipeline.close();
  });
  beforeEach(() => {
    team += 1;
  });

  /**
   * Makes Postgres reject a value, because no known value passes the checks of the worker and is rejected by Postgres.
   */
  const rejectOneProperty = async (): Promise<void> => {
    const { database } = pipeline;
    await executeSql(
      database,
      `CREATE FUNCTION reject_one_property() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.properties::text LIKE '%rejected_by_store%' THEN
          RAISE EXCEPTION 'rejected by the test' USING ERRCODE = '22000';
        END IF;
        RETURN NEW;
      END $$`,
    );
    await executeSql(
      database,
      `CREATE TRIGGER reject_one_property BEFORE INSERT OR UPDATE ON persons
      FOR EACH ROW EXECUTE FUNCTION reject_one_property()`,
    );
  };

  const send = (...given: Given[]): Promise<void> =>
    pipeline.send(
      ...given.map((entry) => entryOf({ team_id: team, captured_at: CAPTURED_AT, ...entry })),
    );
  const warnings = (columns: string): Promise<unknown[][]> =>
    pipeline.rows(
      `SELECT ${columns} FROM ingestion_warnings FINAL WHERE team_id = ${team} ORDER BY ALL`,
    );
  const events = async (): Promise<unknown> =>
    (await pipeline.rows(`SELECT count() FROM events WHERE team_id = ${team}`))[0]?.[0];

  const PERSONLESS = { $process_person_profile: false };
  const GROUPS = { a: 'k', b: 'k', c: 'k', d: 'k', e: 'k', sixth: 'k6' };

  it.each<[string, string, Given, object, number]>([
    ['distinct_id_too_long', 'error', { distinct_id: 'x'.repeat(401) }, {}, 0],
    [
      'group_key_too_long',
      'error',
      { event: '$groupidentify', properties: { $group_key: 'x'.repeat(401) } },
      { maxLength: 400 },
      0,
    ],
    [
      'invalid_event_when_process_person_profile_is_false',
      'error',
      { event: '$identify', properties: PERSONLESS },
      {},
      0,
    ],
    [
      'client_ingestion_warning',
      'info',
      {
        event: '$$client_ingestion_warning',
        properties: { $$client_ingestion_warning_message: 'too fast' },
      },
      { message: 'too fast' },
      0,
    ],
    ['unsupported_event', 'info', { event: '$$heatmap' }, {}, 0],
    [
      'event_rejected_by_store',
      'error',
      { properties: { $set: { rejected_by_store: 1 } } },
      { reason: 'a value of the event cannot be stored' },
      0,
    ],
    [
      'invalid_process_person_profile',
      'warning',
      { properties: { $process_person_profile: 1 } },
      { $process_person_profile: '1' },
      1,
    ],
    [
      'invalid_event_session_id',
      'warning',
      { properties: { $session_id: 'abc' } },
      { $session_id: 'abc' },
      1,
    ],
    [
      'invalid_group_set',
      'warning',
      {
        event: '$groupidentify',
        properties: { $group_type: 't', $group_key: 'k', $group_set: 'x' },
      },
      { $group_set: 'x' },
      1,
    ],
    ['event_name_truncated', 'warning', { event: 'x'.repeat(201) }, { maxLength: 200 }, 1],
    [
      'group_type_limit_exceeded',
      'warning',
      { properties: { $groups: GROUPS } },
      { groupType: 'sixth', groupKey: 'k6' },
      1,
    ],
    [
      'cannot_merge_with_illegal_distinct_id',
      'warning',
      { event: '$identify', properties: { $anon_distinct_id: 'null' } },
      { illegalDistinctId: 'null', otherDistinctId: 'd' },
      1,
    ],
    [
      'cannot_merge_with_illegal_distinct_id',
      'warning',
      { event: '$identify', properties: { $anon_distinct_id: { toString: 1 } } },
      { illegalDistinctId: '[object Object]', otherDistinctId: 'd' },
      1,
    ],
    [
      'cannot_merge_with_illegal_distinct_id',
      'warning',
      { event: '$create_alias', properties: { alias: [{ toString: 1, valueOf: null }] } },
      { illegalDistinctId: '[object Object]', otherDistinctId: 'd' },
      1,
    ],
    [
      'cannot_merge_with_illegal_distinct_id',
      'warning',
      { event: '$merge_dangerously', properties: { alias: { toString: 1 } } },
      { illegalDistinctId: '[object Object]', otherDistinctId: 'd' },
      1,
    ],
    [
      'ignored_invalid_timestamp',
      'warning',
      { notices: [{ type: 'ignored_invalid_timestamp', details: { value: 'soon' } }] },
      { value: 'soon' },
      1,
    ],
  ])('%s (%s)', async (type, severity, given, details, stored) => {
    const entry = entryOf({ team_id: team, captured_at: CAPTURED_AT, ...given });
    await pipeline.send(entry);
    await waitUntil(async () => {
      const [row, ...others] = await warnings('type, severity, count, source, details, timestamp');
      expect(others).toEqual([]);
      expect(row?.slice(0, 4)).toEqual([type, severity, 1, 'ingestion']);
      expect(JSON.parse(String(row?.[4]))).toMatchObject({ eventUuid: entry.uuid, ...details });
      expect(row?.[5]).toBe(CAPTURED_AT.replace('T', ' ').replace('Z', ''));
      expect(await events()).toBe(stored);
    });
  });

  it('cannot_merge_already_identified, and person properties over the limit', async () => {
    await send(
      { event: '$identify', distinct_id: 'one', properties: { $anon_distinct_id: 'anon' } },
      { event: 'e', distinct_id: 'two' },
    );
    await waitUntil(async () => expect(await events()).toBe(2));
    await send(
      { event: '$identify', distinct_id: 'two', properties: { $anon_distinct_id: 'one' } },
      { event: '$set', distinct_id: 'two', properties: { $set: { big: 'x'.repeat(700_000) } } },
    );
    await waitUntil(async () => {
      const rows = await warnings('type, distinct_id, details');
      expect(rows.map(([type, id]) => [type, id])).toEqual([
        ['cannot_merge_already_identified', 'two'],
        ['person_properties_size_violation', 'two'],
      ]);
      expect(JSON.parse(String(rows[0]?.[2]))).toMatchObject({
        sourcePersonDistinctId: 'one',
        targetPersonDistinctId: 'two',
      });
    });
  });

  it('combines many warnings into few rows', async () => {
    const flood = Array.from({ length: 2_000 }, (_, i) => ({
      distinct_id: `u${i}`,
      properties: { $session_id: 'bad' },
    }));
    await send(...flood);
    await waitUntil(async () => {
      const [[sum, rows]] = (await warnings('sum(count), count()')) as [[number, number]];
      expect([sum, rows < 200]).toEqual([2_000, true]);
    });
  });

  it('stores the warnings of the edge', async () => {
    await pipeline.send({
      v: 1,
      kind: 'warning',
      team_id: team,
      uuid: '01900000-0000-7000-8000-000000000000',
      distinct_id: '',
      type: 'empty_batch',
      severity: 'error',
      details: { status: 400 },
      timestamp: CAPTURED_AT,
      count: 7,
    });
    await waitUntil(async () =>
      expect(await warnings('type, severity, source, count, details')).toEqual([
        ['empty_batch', 'error', 'capture', 7, '{"status":400}'],
      ]),
    );
  });

  it('raises no warning for a retry, and counts a repeated range once', async () => {
    const bad = entryOf({
      team_id: team,
      captured_at: CAPTURED_AT,
      properties: { $session_id: 'bad' },
    });
    await pipeline.send(bad);
    await waitUntil(async () => expect(await events()).toBe(1));
    await pipeline.send(bad, entryOf({ team_id: team, event: 'last' }));
    await waitUntil(async () => expect(await events()).toBe(2));
    expect(await warnings('count')).toEqual([[1]]);

    const metrics = createWorkerMetrics(createMetrics('test'));
    const records: LogRecord[] = Array.from({ length: 10 }, (_, i) => ({
      partition: 1,
      index: 0,
      of: 1,
      id: `${i}-0`,
      raw: JSON.stringify(entryOf({ team_id: team, captured_at: CAPTURED_AT, event: '$$heatmap' })),
    }));
    const attempt = async (count: number): Promise<void> => {
      const parsed = parseRecords(records.slice(0, count));
      const range = readRange(
        parsed,
        () => false,
        () => null,
      );
      const deps = {
        clickhouse: pipeline.clickhouse,
        metrics,
        logger: createLogger('t', 'silent'),
        recordInternalEvents: (events: readonly NewInternalEvent[]) =>
          recordInternalEvents(pipeline.database.db, events),
      };
      await storeWarnings(deps, ruleOccurrences(range.dropped, []));
    };
    await attempt(6);
    await attempt(10);
    await attempt(10);
    expect(await warnings('type, count')).toEqual([
      ['invalid_event_session_id', 1],
      ['unsupported_event', 10],
    ]);
  });
});
