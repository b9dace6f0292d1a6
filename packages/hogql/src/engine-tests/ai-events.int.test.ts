import { createIsolatedClickHouse } from '@tidemark/testing';
import { eventRow } from './test-support/rows';
import type { Warehouse } from './test-support/warehouse';
import { createWarehouse } from './test-support/warehouse';

let warehouse: Warehouse;

const generation = {
  $ai_trace_id: 't1',
  $ai_span_id: 's1',
  $ai_parent_id: 't1',
  $ai_session_id: 'c1',
  $ai_span_name: 'chat',
  $ai_model: 'gpt-4o',
  $ai_provider: 'openai',
  $ai_input_tokens: 1_000,
  $ai_output_tokens: 100,
  $ai_total_cost_usd: 0.0035,
  $ai_latency: 1.25,
  $ai_is_error: true,
  $ai_error: { message: 'too long' },
  $ai_input: [{ role: 'user', content: 'hi' }],
  $ai_output_choices: [{ role: 'assistant', content: 'hello' }],
  $ai_tools: 'none',
  plan: 'paid',
};

beforeAll(async () => {
  warehouse = createWarehouse(await createIsolatedClickHouse());
  await warehouse.insert('events', [
    eventRow({ event: '$ai_generation', distinctId: 'ann', properties: generation }),
    eventRow({ event: '$ai_trace', distinctId: 'ann', properties: { $ai_trace_id: 't1' } }),
    eventRow({
      event: '$ai_generation',
      distinctId: 'ben',
      properties: {
        ...generation,
        $ai_is_error: 'true',
        $ai_latency: '2.5',
        $ai_input_tokens: 1.5,
      },
    }),
    eventRow({ event: '$pageview', properties: generation }),
    eventRow({ event: 'ai_generation', properties: generation }),
    eventRow({ event: '$ai_generation', teamId: 2, properties: generation }),
  ]);
});

it('has the properties of AI events as columns', async () => {
  expect(
    await warehouse.rows(
      `select event, distinct_id, trace_id, span_id, parent_id, session_id, span_name, span_type, model, provider,
        input_tokens, output_tokens, reasoning_tokens, total_cost_usd, request_cost_usd, latency, is_error, error,
        properties.plan, properties.$ai_model
       from ai_events where model = 'gpt-4o' and input_tokens > 10`,
    ),
  ).toEqual([
    [
      ...['$ai_generation', 'ann', 't1', 's1', 't1', 'c1', 'chat', null, 'gpt-4o', 'openai'],
      ...[1_000, 100, null, 0.0035, null, 1.25, true, '{"message":"too long"}', 'paid', 'gpt-4o'],
    ],
  ]);
});

it('reads paths in inputs and outputs of models', async () => {
  expect(
    await warehouse.rows(
      `select input, JSONExtractString(input, 1, 'content'), output_choices, output, tools from ai_events
       where distinct_id = 'ann' and event = '$ai_generation'`,
    ),
  ).toEqual([
    [
      '[{"content":"hi","role":"user"}]',
      'hi',
      '[{"content":"hello","role":"assistant"}]',
      null,
      'none',
    ],
  ]);
});

it('converts values of another type', async () => {
  expect(
    await warehouse.rows(
      "select is_error, latency, input_tokens from ai_events where distinct_id = 'ben'",
    ),
  ).toEqual([[true, 2.5, null]]);
  const trace = "select trace_id, span_id, is_error from ai_events where event = '$ai_trace'";
  expect(await warehouse.rows(trace)).toEqual([['t1', null, false]]);
});

it('has the AI events of the project only', async () => {
  expect(await warehouse.rows('select count() from ai_events')).toEqual([[3]]);
  expect(await warehouse.rows('select * from ai_events limit 1')).toHaveLength(1);
});

it('aggregates, joins and reads the person', async () => {
  expect(
    await warehouse.rows(
      `select trace_id, sum(total_cost_usd), round(avg(latency), 3), countIf(is_error)
       from ai_events group by trace_id`,
    ),
  ).toEqual([['t1', 0.007, 1.875, 2]]);
  const persons = 'select uniq(person_id), count(person.properties.email) from ai_events';
  expect(await warehouse.rows(persons)).toHaveLength(1);
  expect(
    await warehouse.rows(
      'select count() from ai_events a join events e on a.uuid = e.uuid where a.trace_id = e.properties.$ai_trace_id',
    ),
  ).toEqual([[3]]);
});
