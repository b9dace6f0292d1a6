import {
  ago,
  soon,
  HOUR_MS,
  turnOff,
  condition,
  scheduledChangeScene,
} from '../test-support/scheduled-change-scene';

const scene = scheduledChangeScene();
const { newFlag, schedule, scheduled, made } = scene;

const split = (...shares: readonly (readonly [string, number])[]) => ({
  operation: 'update_variants',
  value: { variants: shares.map(([key, rollout_percentage]) => ({ key, rollout_percentage })) },
});

it('rejects what could never be made', async () => {
  const flag = await newFlag('checked');
  const at = soon(HOUR_MS);
  const recurring = { is_recurring: true, recurrence_interval: 'daily' };
  const byCron = { is_recurring: true, cron_expression: '0 9 * * 1-5' };
  for (const [json, attr, detail] of [
    [{ record_id: '999999' }, 'record_id', /^Feature flag not found/],
    [{ record_id: 'x' }, 'record_id', /^Feature flag not found/],
    [{ model_name: 'Survey' }, 'model_name', /choice/],
    [{ scheduled_at: 'soon' }, 'scheduled_at', /format/],
    [{ payload: { operation: 'explode', value: 1 } }, 'payload', /^Invalid payload/],
    [{ payload: { operation: 'update_status', value: 'maybe' } }, 'payload', /value/],
    [{ payload: { operation: 'add_release_condition', value: {} } }, 'payload', /groups/],
    [{ payload: split(['a', 90]) }, 'payload', /must sum to 100/],
    [{ payload: split(['a', 50], ['a', 50]) }, 'payload', /must be unique/],
    [{ is_recurring: true }, 'recurrence_interval', /required/],
    [{ recurrence_interval: 'daily' }, 'recurrence_interval', /^Cannot set/],
    [{ ...recurring, recurrence_interval: 'hourly' }, 'recurrence_interval', /choice/],
    [{ ...recurring, payload: condition(1) }, 'payload', /^Recurring/],
    [{ end_date: ago(HOUR_MS) }, 'end_date', /^End date/],
    [{ cron_expression: '0 9 * * 1' }, 'cron_expression', /^Cannot set cron_expression when/],
    [{ ...byCron, recurrence_interval: 'daily' }, 'cron_expression', /^Cannot set both/],
    [{ ...byCron, cron_expression: '0 0 9 * * 1' }, 'cron_expression', /five fields/],
    [{ ...byCron, cron_expression: '@daily' }, 'cron_expression', /five fields/],
    [{ ...byCron, cron_expression: '60 9 * * 1' }, 'cron_expression', /^Invalid cron/],
    [{ ...byCron, cron_expression: '0 9 30 2 *' }, 'cron_expression', /^No date/],
    [{ ...byCron, cron_expression: '1'.repeat(101) }, 'cron_expression', /100/],
    [{ ...byCron, cron_expression: ['x'] }, 'cron_expression', /string/],
    [{ ...byCron, cron_expression: '' }, 'recurrence_interval', /required/],
    [{ ...byCron, payload: condition(1) }, 'payload', /^Recurring/],
  ] as const) {
    const response = await schedule(flag, { scheduled_at: at, ...json });
    expect({ json, status: response.status, body: response.body }).toMatchObject({
      status: 400,
      body: { attr, detail: expect.stringMatching(detail) },
    });
  }
  const other = await newFlag('other');
  const id = await scheduled(flag, { scheduled_at: at });
  const path = `${scene.changes}${id}/`;
  const moved = await scene.api.call('PATCH', path, { json: { record_id: String(other) } });
  expect(moved).toMatchObject({ status: 400, body: { attr: 'record_id' } });
  await scene.api.call('PATCH', path, { json: { scheduled_at: ago(1_000) } });
  await made(id);
  expect(await scene.api.call('PATCH', path, { json: { scheduled_at: at } })).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/already executed/) },
  });
});

it('lists the changes of a flag, keeps projects apart and asks for scopes', async () => {
  const [one, two] = [await newFlag('one'), await newFlag('two')];
  const at = { scheduled_at: soon(HOUR_MS) };
  const ids = [await scheduled(one, at), await scheduled(two, at)];
  const listed = async (query: string) =>
    (await scene.api.call('GET', `${scene.changes}?${query}`)).body.results.map(({ id }) => id);
  expect(await listed('')).toEqual(ids);
  expect(await listed(`model_name=FeatureFlag&record_id=${one}`)).toEqual([ids[0]]);
  expect(await listed('record_id=x')).toEqual([]);
  expect(await listed('model_name=Survey')).toEqual([]);

  const foreign = `/api/projects/${await scene.api.newProject()}/scheduled_changes/`;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const json = method === 'PATCH' ? {} : undefined;
    expect((await scene.api.call(method, `${foreign}${String(ids[0])}/`, { json })).status).toBe(
      404,
    );
  }
  const theirs = { record_id: one, model_name: 'FeatureFlag', payload: turnOff, ...at };
  expect((await scene.api.call('POST', foreign, { json: theirs })).status).toBe(400);
  const key = await scene.api.keyWith(['feature_flag:read']);
  expect((await scene.api.call('GET', scene.changes, { key })).status).toBe(200);
  expect((await scene.api.call('POST', scene.changes, { key, json: theirs })).status).toBe(403);
  expect((await scene.api.call('DELETE', `${scene.changes}${String(ids[0])}/`)).status).toBe(204);
  expect(await listed('')).toEqual([ids[1]]);
});
