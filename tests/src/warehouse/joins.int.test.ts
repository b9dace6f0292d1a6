import { randomUUID } from 'node:crypto';
import type { World } from './world';
import { startWorld } from './world';

/** Joins that users define: created over HTTP, used in HogQL. */
let world: World;
let project: number;
let other: number;

const CUSTOMERS = 'email,plan,number\nada@x.io,pro,1\nbob@x.io,free,2\n';
const list = (id = project): string => `/api/projects/${id}/warehouse_view_link/`;
const keys = {
  source_table_name: 'events',
  source_table_key: 'distinct_id',
  joining_table_name: 'customers',
  joining_table_key: 'email',
};
const make = (changes: object = {}, id = project) =>
  world.call('POST', list(id), { ...keys, field_name: 'customer', ...changes });

beforeAll(async () => {
  world = await startWorld();
  [project, other] = [await world.newProject(), await world.newProject()];
  await world.upload(project, { name: 'customers', format: 'CSVWithNames' }, CUSTOMERS);
  const event = (team: number, distinct: string) => ({
    uuid: randomUUID(),
    team_id: team,
    event: 'bought',
    distinct_id: distinct,
    timestamp: '2026-01-11 10:00:00',
    properties_text: JSON.stringify({ number: distinct === 'ada@x.io' ? 1 : 9 }),
    person_properties: { email: distinct },
  });
  await world.clickhouse.insertJsonEachRow('events', [
    event(project, 'ada@x.io'),
    event(project, 'eve@x.io'),
    event(other, 'ada@x.io'),
  ]);
});
afterAll(() => world.stop());

it('is created, listed, changed and deleted, and its fields are read like those of a table', async () => {
  const made = await make();
  expect([made.status, made.body]).toMatchObject([
    201,
    { ...keys, field_name: 'customer', configuration: null, deleted: false },
  ]);
  const id = String(made.body['id']);
  const QUERY = 'select distinct_id, customer.plan, events.customer.plan from events order by 1';
  expect(await world.query(project, QUERY)).toEqual([
    ['ada@x.io', 'pro', 'pro'],
    ['eve@x.io', null, null],
  ]);
  expect(await world.query(other, QUERY)).toMatch(/Unable to resolve field: customer/);
  const count = `select customer.plan as plan, count() from events where plan = 'pro' group by 1`;
  expect(await world.query(project, count)).toEqual([['pro', 1]]);
  const listed = await world.call('GET', list());
  expect(listed.body).toMatchObject({ count: 1, results: [{ id, created_by: { id: 1 } }] });
  const changed = await world.call('PATCH', `${list()}${id}/`, { field_name: 'buyer' });
  expect([changed.status, changed.body]).toMatchObject([200, { id, field_name: 'buyer' }]);
  expect(await world.query(project, 'select max(buyer.number) from events')).toEqual([[1]]);
  expect((await world.call('GET', `${list(other)}${id}/`)).status).toBe(404);
  expect((await world.call('DELETE', `${list(other)}${id}/`)).status).toBe(404);
  expect((await world.call('DELETE', `${list()}${id}/`)).status).toBe(204);
  expect(await world.query(project, 'select buyer.plan from events')).toMatch(/Unable to resolve/);
});

it('connects persons and events with tables, works in views, and is listed in the schema', async () => {
  const persons = { source_table_name: 'persons', source_table_key: 'properties.email' };
  const happened = {
    source_table_name: 'customers',
    source_table_key: 'number',
    joining_table_name: 'events',
    joining_table_key: 'properties.number',
    field_name: 'happened',
  };
  await world.call('POST', `/api/projects/${project}/warehouse_saved_queries/`, {
    name: 'plans',
    query: { kind: 'HogQLQuery', query: 'select email, upper(plan) as plan from customers' },
  });
  const view = { joining_table_name: 'plans', field_name: 'plans' };
  const made = [await make(persons), await make(happened), await make(view)];
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(
    await world.query(
      project,
      `select distinct_id, person.customer.plan, plans.plan from events
       where person.customer.number = 1 or plans.plan is null order by 1`,
    ),
  ).toEqual([
    ['ada@x.io', 'pro', 'PRO'],
    ['eve@x.io', null, null],
  ]);
  expect(
    await world.query(
      project,
      'select c.email, c.happened.distinct_id from customers c order by 1',
    ),
  ).toEqual([
    ['ada@x.io', 'ada@x.io'],
    ['bob@x.io', ''],
  ]);
  const schema = await world.call('POST', `/api/projects/${project}/query/`, {
    query: { kind: 'DatabaseSchemaQuery' },
  });
  expect(schema.body).toMatchObject({
    tables: {
      events: {
        fields: { plans: { type: 'lazy_table', table: 'plans', fields: ['email', 'plan'] } },
      },
    },
    joins: [{ field_name: 'customer' }, { field_name: 'happened' }, { field_name: 'plans' }],
  });
});

it.each([
  [{ source_table_key: '' }, 'source_table_key', /blank|required/],
  [{ source_table_name: 'nope' }, null, /^Invalid table: nope$/],
  [{ source_table_key: 'lower(distinct_id)' }, null, /must be a table field/],
  [{ joining_table_key: 'nope' }, null, /nope/],
  [{ field_name: 'a.b' }, null, /must not contain a period/],
  [{ field_name: 'event' }, null, /^Field name "event" already exists on table "events"$/],
  [{ field_name: 'team_id' }, null, /team_id/],
  [{ joining_table_name: 'system.nope' }, null, /^Invalid table/],
  [{ configuration: { experiments_optimized: true } }, null, /not supported/],
])('rejects %p', async (changes, attr, detail) => {
  const { status, body } = await make({ field_name: 'fresh', ...changes });
  expect([status, body]).toMatchObject([400, { type: 'validation_error', attr }]);
  expect(body['detail']).toMatch(detail);
});

it('previews a join', async () => {
  const path = `${list()}validate/`;
  const fits = await world.call('POST', path, keys);
  expect([fits.status, fits.body]).toMatchObject([
    200,
    { is_valid: true, msg: null, results: [['ada@x.io']] },
  ]);
  const empty = await world.call('POST', path, { ...keys, joining_table_key: 'plan' });
  expect(empty.body).toMatchObject({
    is_valid: true,
    msg: 'Validation query returned no results',
    results: [],
  });
  const wrong = await world.call('POST', path, { ...keys, joining_table_name: 'nope' });
  expect([wrong.status, wrong.body]).toMatchObject([400, { detail: 'Invalid table: nope' }]);
});
