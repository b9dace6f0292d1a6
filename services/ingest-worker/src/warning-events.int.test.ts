import { randomUUID } from 'node:crypto';
import { createDestinationRepository } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import { entryOf } from './test-support/pipeline';
import type { ProjectPipeline } from './test-support/project-pipeline';
import { openProjectPipeline } from './test-support/project-pipeline';

const CAPTURED_AT = new Date().toISOString();

let pipeline: ProjectPipeline;

beforeAll(async () => {
  pipeline = await openProjectPipeline();
  await pipeline.startWorker();
});
afterAll(() => pipeline.close());

const fields = {
  ...{ name: 'D', description: '', enabled: true, deleted: false, iconUrl: null, inputs: {} },
  ...{ templateId: 'template-webhook', secretInputs: null },
};
const send = (count: number, type: 'warned' | 'plain', event = 'paid'): Promise<void> =>
  pipeline.send(
    ...Array.from({ length: count }, () =>
      entryOf({
        ...{ uuid: randomUUID(), team_id: 1, captured_at: CAPTURED_AT, event },
        properties: type === 'warned' ? { $session_id: 'secret visitor' } : {},
      }),
    ),
  );
const stored = async (event: string): Promise<unknown> =>
  (await pipeline.rows(`SELECT count() FROM events WHERE event = '${event}'`))[0]?.[0];
const internalEvents = () =>
  pipeline.database.db.selectFrom('internal_events').selectAll().execute();

it('records one internal event per type of warning and hour, without data of visitors', async () => {
  await send(3, 'warned', 'before');
  await waitUntil(async () => expect(await stored('before')).toBe(3));
  expect(await internalEvents()).toEqual([]);
  await createDestinationRepository(pipeline.database).create(
    { projectId: 1, userId: null },
    randomUUID(),
    { ...fields, type: 'internal_destination', filters: {} },
  );
  for (const event of ['first', 'second']) {
    await send(3, 'warned', event);
    await waitUntil(async () => expect(await stored(event)).toBe(3));
  }
  const noted = (await internalEvents()).filter(
    ({ event }) => event === '$health_check_issue_firing',
  );
  expect(noted).toMatchObject([
    {
      project_id: 1,
      properties: { kind: 'ingestion_warning', warning_type: 'invalid_event_session_id' },
    },
  ]);
  expect(JSON.stringify(noted)).not.toContain('secret visitor');
  // The warning is not stored as an event of the project.
  const names = await pipeline.rows('SELECT DISTINCT event FROM events ORDER BY event');
  expect(names.flat()).toEqual(['before', 'first', 'second']);
});

it('records deliveries of $feature_flag_called to a destination of events, but not of internal events', async () => {
  const id = randomUUID();
  const destinations = createDestinationRepository(pipeline.database);
  const called = [
    {
      id: '$feature_flag_called',
      properties: [{ key: '$feature_flag', value: ['beta'], operator: 'exact', type: 'event' }],
    },
  ];
  await destinations.create({ projectId: 1, userId: null }, id, {
    ...{ ...fields, type: 'destination', filters: { events: called } },
  });
  const flagCall = (flag: string) =>
    entryOf({
      ...{ uuid: randomUUID(), team_id: 1, captured_at: CAPTURED_AT },
      event: '$feature_flag_called',
      properties: { $feature_flag: flag, $feature_flag_response: true },
    });
  await waitUntil(
    async () => {
      await pipeline.send(flagCall('beta'), flagCall('other'));
      const deliveries = await pipeline.database.db.selectFrom('deliveries').selectAll().execute();
      expect(deliveries.length).toBeGreaterThan(0);
      expect(new Set(deliveries.map((one) => `${one.destination_id} ${one.event_name}`))).toEqual(
        new Set([`${id} $feature_flag_called`]),
      );
    },
    // The timeout is long, because a change of a destination takes effect after 10 seconds.
    30_000,
    1_000,
  );
});
