import { partitionKeyOf } from '@tidemark/contracts';
import type { LoggedEventV1 } from '@tidemark/contracts';
import { partitionOf } from '@tidemark/ingest-log';
import type { RunningService } from '@tidemark/platform';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import { start } from '../start';
import type { Pipeline } from '../test-support/pipeline';
import { entryOf, openPipeline, PARTITIONS, workerConfig } from '../test-support/pipeline';

const VISITORS = 12;
const TEAM = 1;
const MINUTE_MS = 60_000;

/** Visitors without cookies, spread over partitions by their addresses and over two workers. */
describe('cookieless visitors in the partitions of their addresses', () => {
  let pipeline: Pipeline;
  const workers: RunningService[] = [];

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    pipeline = await openPipeline(urls);
    for (let n = 0; n < 2; n += 1) workers.push(await start(workerConfig(urls)));
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await pipeline.close();
  });

  const address = (visitor: number): string => `203.0.113.${visitor}`;
  const startedAt = Date.now() - 20 * MINUTE_MS;
  const event = (visitor: number, minute: number, given: Partial<LoggedEventV1>): LoggedEventV1 =>
    entryOf({
      team_id: TEAM,
      distinct_id: '$posthog_cookieless',
      ip: address(visitor),
      timestamp: new Date(startedAt + minute * MINUTE_MS).toISOString(),
      ...given,
      properties: {
        $cookieless_mode: true,
        $raw_user_agent: 'Firefox',
        $host: 'shop.example.com',
        visitor,
      },
    });
  /** The events of one visitor: a visit, an identification, and a second visit after logging out. */
  const story = (visitor: number): LoggedEventV1[] => [
    event(visitor, 0, { event: 'page' }),
    event(visitor, 1, { event: '$identify', distinct_id: `user-${visitor}` }),
    event(visitor, 2, { event: 'paid', distinct_id: `user-${visitor}` }),
    event(visitor, 3, { event: 'page again' }),
  ];

  it('are spread over partitions, and each visitor is one person with one session until logging out', async () => {
    const visitors = Array.from({ length: VISITORS }, (_, visitor) => visitor);
    const partitions = visitors.map((visitor) => {
      const own = new Set(
        story(visitor).map((entry) => partitionOf(TEAM, partitionKeyOf(entry), PARTITIONS)),
      );
      expect(own.size).toBe(1);
      return [...own][0];
    });
    expect(new Set(partitions).size).toBe(PARTITIONS);

    // The events of all visitors are interleaved, as in real traffic.
    for (let step = 0; step < 4; step += 1) {
      await pipeline.send(...visitors.flatMap((visitor) => story(visitor)[step] ?? []));
    }
    await waitUntil(async () =>
      expect(await pipeline.rows('SELECT toUInt32(count()) FROM events')).toEqual([[4 * VISITORS]]),
    );
    const byVisitor = await pipeline.rows(`
      SELECT
        uniqExactIf(resolved, event IN ('page', '$identify', 'paid')),
        uniqExactIf(session, event IN ('page', '$identify', 'paid')),
        uniqExact(session)
      FROM (
        SELECT event,
          JSONExtractInt(properties_text, 'visitor') AS visitor,
          JSONExtractString(properties_text, '$session_id') AS session,
          if(notEmpty(o.distinct_id), o.person_id, e.person_id) AS resolved
        FROM events e LEFT JOIN (
          SELECT team_id, distinct_id, argMax(person_id, version) AS person_id
          FROM person_distinct_id_overrides GROUP BY team_id, distinct_id
        ) o USING (team_id, distinct_id)
      ) GROUP BY visitor`);
    expect(byVisitor).toEqual(visitors.map(() => [1, 1, 2]));
  });
});
