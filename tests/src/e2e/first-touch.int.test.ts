import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tidemark/testing';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

const VISITORS = 100;
/** The number of parallel requests: enough that workers process several partitions at the same time. */
const AT_ONCE = 10;
const DAY_MS = 86_400_000;

interface SentEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp?: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** First-touch properties must not depend on the order in which partitions of the ingest log are read. */
describe('first touch on the running product', () => {
  let project: SharedProject;
  beforeEach(async () => {
    project = await sharedProject('first touch');
  });

  const send = async (...batch: SentEvent[]): Promise<void> => {
    const response = await fetch(`${project.url}/batch/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: project.projectApiKey, batch }),
    });
    expect(response.status).toBe(200);
  };
  const visit = (n: number, timestamp?: string) => ({
    event: '$pageview',
    distinct_id: `anon-${n}`,
    ...(timestamp !== undefined && { timestamp }),
    properties: { $current_url: 'https://own.site/landing', $referring_domain: 'search.example' },
  });
  const signUp = (n: number) => ({
    event: 'signed_up',
    distinct_id: `anon-${n}`,
    properties: { $current_url: 'https://own.site/form', $referring_domain: 'own.site' },
  });
  const identify = (n: number) => ({
    event: '$identify',
    distinct_id: `user-${n}`,
    properties: {
      $anon_distinct_id: `anon-${n}`,
      $current_url: 'https://own.site/app',
      $referring_domain: 'own.site',
    },
  });
  const forEachVisitor = async (work: (n: number) => Promise<void>): Promise<void> => {
    let next = 0;
    const lane = async () => {
      for (let n = next++; n < VISITORS; n = next++) await work(n);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  const rows = (query: string) => project.api.hogql(project.projectId, query);
  const allStored = async (events: number): Promise<void> =>
    waitUntil(async () => expect(await rows('SELECT count() FROM events')).toEqual([[events]]));
  /** The number of persons for each combination of first-touch properties. */
  const firstTouches = () =>
    rows(`SELECT properties.$initial_current_url, properties.$initial_referring_domain, count()
      FROM persons GROUP BY 1, 2 ORDER BY 3 DESC`);
  const LANDING = [['https://own.site/landing', 'search.example', VISITORS]];
  /** The number of persons whose creation time is not the time of their first event. */
  const late = () =>
    rows(`SELECT count() FROM persons AS p JOIN (
        SELECT person_id, min(timestamp) AS first FROM events GROUP BY person_id
      ) AS e ON e.person_id = p.id
      WHERE toDateTime(p.created_at) != toDateTime(e.first)`);

  const scenarios: [string, (n: number) => Promise<void>][] = [
    ['in one batch', (n) => send(visit(n), signUp(n), identify(n))],
    [
      'in two requests, each acknowledged',
      async (n) => {
        await send(visit(n), signUp(n));
        await send(identify(n));
      },
    ],
    [
      'in two requests 50 ms apart',
      async (n) => {
        await send(visit(n), signUp(n));
        await sleep(50);
        await send(identify(n));
      },
    ],
  ];

  it.each(scenarios)('contains the first page and the first time: %s', async (_, story) => {
    await forEachVisitor(story);
    await allStored(3 * VISITORS);
    await waitUntil(async () => expect(await firstTouches()).toEqual(LANDING));
    expect(await late()).toEqual([[0]]);
  });

  it('is corrected by an import that arrives weeks later, also for lifecycle queries', async () => {
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    await send(
      { ...visit(1, at(3)), properties: { $current_url: 'https://own.site/again' } },
      { ...identify(1), timestamp: at(2) },
    );
    await allStored(2);
    const lifecycle = async () => {
      const { body } = await project.api.post(`/api/projects/${project.projectId}/query/`, {
        query: {
          kind: 'LifecycleQuery',
          series: [{ kind: 'EventsNode', event: '$pageview' }],
          dateRange: { date_from: '-6d' },
        },
        refresh: 'force_blocking',
      });
      const { results } = body as { results: { status: string; data: number[] }[] };
      return Object.fromEntries(
        results.map(({ status, data }) => [status, data.reduce((sum, count) => sum + count, 0)]),
      );
    };
    expect(await lifecycle()).toMatchObject({ new: 1, resurrecting: 0 });
    await send({ ...visit(1, at(40)), event: '$screen' });
    await allStored(3);
    await waitUntil(async () =>
      expect(
        await rows(
          `SELECT properties.$initial_current_url, created_at < now() - INTERVAL 39 DAY FROM persons`,
        ),
      ).toEqual([['https://own.site/landing', 1]]),
    );
    expect(await lifecycle()).toMatchObject({ new: 0, resurrecting: 1 });
  });
});
