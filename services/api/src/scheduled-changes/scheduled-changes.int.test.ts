import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { waitUntil } from '@tidemark/testing';
import { createProposer } from '../approval-required';
import { createPayloadSecrets } from '../feature-flags/payload-secrets';
import { createRepositories } from '../repositories';
import type { CarryOutDeps } from './carry-out';
import { carryOutDue } from './carry-out';
import {
  everyone,
  filters,
  ago,
  soon,
  HOUR_MS,
  turnOff,
  condition,
  scheduledChangeScene,
} from '../test-support/scheduled-change-scene';

const scene = scheduledChangeScene();
const { newFlag, scheduled, changeOf, made } = scene;

const flagOf = async (id: number) => (await scene.api.call('GET', `${scene.flags}${id}/`)).body;

/** The dependencies of a worker that the test starts. */
const depsOf = (database: Database): CarryOutDeps => ({
  ...createRepositories(database),
  proposeChange: createProposer(createRepositories(database).changeRequests, () => new Date()),
  secrets: createPayloadSecrets(null),
  announceChange: () => Promise.resolve(),
  now: () => new Date(),
  logger: createLogger('test', 'silent'),
});

it('turns a flag off within five seconds of the time, once, in the name of its author', async () => {
  const flag = await newFlag('timed');
  const at = soon(1_500);
  const id = await scheduled(flag, { scheduled_at: at });
  expect(await changeOf(id)).toMatchObject({
    team_id: scene.project,
    record_id: String(flag),
    model_name: 'FeatureFlag',
    payload: turnOff,
    executed_at: null,
    failure_reason: null,
    is_recurring: false,
    recurrence_interval: null,
    end_date: null,
    created_by: { id: 1 },
  });
  const change = await made(id);
  const lateMs = Date.parse(String(change['executed_at'])) - Date.parse(at);
  expect(lateMs).toBeGreaterThanOrEqual(0);
  expect(lateMs).toBeLessThan(5_000);
  expect(change['failure_reason']).toBeNull();
  expect(await flagOf(flag)).toMatchObject({
    active: false,
    version: 2,
    last_modified_by: { id: 1 },
  });
  const history = await scene.api.call('GET', `${scene.flags}${flag}/activity/`);
  expect(history.body.results.map((entry) => entry['activity'])).toEqual(['updated', 'created']);
});

it('makes each change exactly once, however many workers try', async () => {
  const flag = await newFlag('raced');
  const shares = Array.from({ length: 20 }, (_, index) => index + 1);
  // The times are in the future at first, so that no worker begins before all changes exist.
  const ids = [];
  for (const share of shares) {
    const json = { payload: condition(share), scheduled_at: soon(HOUR_MS) };
    ids.push(await scheduled(flag, json));
  }
  const [first] = scene.databases;
  await first?.db
    .updateTable('scheduled_changes')
    .set({ scheduled_at: new Date() })
    .where('id', 'in', ids)
    .execute();
  await Promise.all(scene.databases.map((database) => carryOutDue(depsOf(database))));
  for (const id of ids) expect(await made(id)).toMatchObject({ failure_reason: null });
  const after = await flagOf(flag);
  expect(after).toMatchObject({ version: 21 });
  const { groups } = after['filters'] as { groups: { rollout_percentage: number }[] };
  const added = groups.slice(1).map((group) => group.rollout_percentage);
  expect(added.toSorted((a, b) => a - b)).toEqual(shares);
});

it('repeats a change by cron in the time zone that the project had, until it is paused', async () => {
  const settings = `/api/projects/${scene.project}/`;
  await scene.api.call('PATCH', settings, { json: { timezone: 'Asia/Tokyo' } });
  const flag = await newFlag('nightly');
  // The sixth of January in Tokyo.
  const id = await scheduled(flag, {
    is_recurring: true,
    cron_expression: '30 0 6 1 *',
    scheduled_at: ago(1_000),
  });
  await scene.api.call('PATCH', settings, { json: { timezone: 'UTC' } });
  await waitUntil(async () => {
    expect((await changeOf(id))['last_executed_at']).not.toBeNull();
  });
  const change = await changeOf(id);
  expect(change).toMatchObject({
    cron_expression: '30 0 6 1 *',
    recurrence_interval: null,
    timezone: 'Asia/Tokyo',
    executed_at: null,
    failure_reason: null,
  });
  expect(change['scheduled_at']).toMatch(/^\d{4}-01-05T15:30:00/);
  expect(await flagOf(flag)).toMatchObject({ active: false, version: 2 });

  const pause = { is_recurring: false, scheduled_at: ago(1_000) };
  await scene.api.call('PATCH', `${scene.changes}${id}/`, { json: pause });
  const other = await scheduled(await newFlag('later'), { scheduled_at: ago(500) });
  await made(other);
  expect(await changeOf(id)).toMatchObject({ is_recurring: false, executed_at: null });
  expect(await flagOf(flag)).toMatchObject({ version: 2 });
});

it('carries out missed changes in the order of their times', async () => {
  const flag = await newFlag('missed');
  // The state after an outage: all changes are due at once, and the one that was created first is due last.
  const [first] = scene.databases;
  const rows = await first?.db
    .insertInto('scheduled_changes')
    .values(
      [3, 2, 1].map((share) => ({
        project_id: scene.project,
        feature_flag_id: flag,
        payload: JSON.stringify(condition(share)),
        scheduled_at: ago((4 - share) * HOUR_MS),
      })),
    )
    .returning('id')
    .execute();
  const last = rows?.[0]?.id ?? 0;
  await made(last);
  expect((await flagOf(flag))['filters']).toMatchObject({
    groups: [1, 2, 3].reduce<object[]>(
      (groups, rollout_percentage) => [...groups, { rollout_percentage }],
      [everyone],
    ),
  });
});

it('replaces variants, and leaves the rest of the flag', async () => {
  const variants = (a: number, b: number) => [
    { key: 'a', rollout_percentage: a },
    { key: 'b', rollout_percentage: b },
  ];
  const flag = await newFlag('varied', {
    filters: { ...filters, multivariate: { variants: variants(50, 50) }, payloads: { a: '1' } },
  });
  const value = { variants: variants(10, 90), payloads: { b: '2' } };
  await made(
    await scheduled(flag, {
      payload: { operation: 'update_variants', value },
      scheduled_at: ago(1_000),
    }),
  );
  expect((await flagOf(flag))['filters']).toMatchObject({
    groups: [everyone],
    multivariate: { variants: variants(10, 90) },
    payloads: { b: '2' },
  });
});

it('gives the reason why a change could not be made', async () => {
  const base = await newFlag('base');
  const property = { key: String(base), type: 'flag', operator: 'flag_evaluates_to', value: true };
  await newFlag('dependent', {
    filters: { groups: [{ properties: [property], rollout_percentage: 100 }] },
  });
  const rejected = await made(await scheduled(base, { scheduled_at: ago(1_000) }));
  expect(rejected['failure_reason']).toMatch(/^Cannot disable this feature flag because/);
  expect(await flagOf(base)).toMatchObject({ active: true, version: 1 });

  const gone = await newFlag('gone');
  const waiting = await scheduled(gone, { scheduled_at: soon(2_000) });
  await scene.api.call('PATCH', `${scene.flags}${gone}/`, { json: { deleted: true } });
  expect(await made(waiting)).toMatchObject({ failure_reason: 'The feature flag was deleted.' });
});

it('tries again what failed for a reason of its own, five times', async () => {
  const flag = await newFlag('unlucky');
  const id = await scheduled(flag, { scheduled_at: soon(HOUR_MS) });
  const deps = depsOf(scene.databases[0] as Database);
  // The clock of this worker is ahead of those of the apis, so that only this worker tries.
  const now = () => new Date(Date.now() + 2 * HOUR_MS);
  const flags = { ...deps.flags, findById: () => Promise.reject(new Error('broken')) };
  for (let tries = 1; tries <= 5; tries += 1) {
    await expect(carryOutDue({ ...deps, flags, now })).rejects.toThrow('broken');
    const { executed_at: over, failure_reason: reason } = await changeOf(id);
    expect({ tries, isOver: over !== null, reason }).toEqual({
      tries,
      isOver: tries === 5,
      reason: 'Internal error',
    });
  }
  await carryOutDue({ ...deps, flags, now });
  expect(await flagOf(flag)).toMatchObject({ active: true, version: 1 });

  // A change that fails only once is made at the next attempt.
  const second = await scheduled(flag, { scheduled_at: soon(HOUR_MS) });
  await expect(carryOutDue({ ...deps, flags, now })).rejects.toThrow('broken');
  await carryOutDue({ ...deps, now });
  expect(await changeOf(second)).toMatchObject({
    executed_at: expect.any(String),
    failure_reason: null,
  });
  expect(await flagOf(flag)).toMatchObject({ active: false, version: 2 });
});

it('comes again, rests while it is paused, and stops at its end', async () => {
  const flag = await newFlag('daily');
  const daily = { is_recurring: true, recurrence_interval: 'daily' };
  const start = Date.now() - 3 * 24 * HOUR_MS - HOUR_MS;
  const id = await scheduled(flag, { ...daily, scheduled_at: new Date(start).toISOString() });
  const change = await waitUntil(async () => {
    const now = await changeOf(id);
    expect(now['last_executed_at']).not.toBeNull();
    return now;
  });
  expect(change['executed_at']).toBeNull();
  expect(Date.parse(String(change['scheduled_at']))).toBe(start + 4 * 24 * HOUR_MS);
  // Three days were missed, but the change was made only once.
  expect(await flagOf(flag)).toMatchObject({ active: false, version: 2 });

  const paused = { is_recurring: false, scheduled_at: ago(HOUR_MS) };
  expect((await scene.api.call('PATCH', `${scene.changes}${id}/`, { json: paused })).status).toBe(
    200,
  );
  const over = await newFlag('over');
  const ended = await scheduled(over, {
    ...daily,
    scheduled_at: ago(2 * HOUR_MS),
    end_date: ago(HOUR_MS),
  });
  expect(await made(ended)).toMatchObject({ failure_reason: null, last_executed_at: null });
  expect(await flagOf(over)).toMatchObject({ active: true, version: 1 });
  // The sweep that ended the other change has skipped the paused one.
  expect(await flagOf(flag)).toMatchObject({ version: 2 });
  expect(await changeOf(id)).toMatchObject({ executed_at: null, recurrence_interval: 'daily' });
});

it('makes the last change of a schedule when the worker reads it shortly after the end', async () => {
  const flag = await newFlag('last');
  const daily = { is_recurring: true, recurrence_interval: 'daily' };
  const id = await scheduled(flag, { ...daily, scheduled_at: ago(1_000), end_date: ago(500) });
  expect(await made(id)).toMatchObject({
    failure_reason: null,
    last_executed_at: expect.any(String),
  });
  expect(await flagOf(flag)).toMatchObject({ active: false, version: 2 });
});
