import { completeAiProperties, isAiEvent } from './ai-properties';

function completed(event: string, sent: Record<string, unknown>): Record<string, unknown> {
  const properties = { ...sent };
  completeAiProperties(event, properties);
  return properties;
}

it('recognises AI events by their prefix', () => {
  expect(['$ai_generation', '$ai_metric', '$pageview', 'ai_'].filter(isAiEvent)).toEqual([
    '$ai_generation',
    '$ai_metric',
  ]);
});

it('converts ids to texts', () => {
  expect(
    completed('$ai_span', { $ai_trace_id: 7, $ai_span_id: true, $ai_parent_id: { a: 1 } }),
  ).toEqual({ $ai_trace_id: '7', $ai_span_id: 'true' });
});

it('moves the usual parameters out of the model parameters', () => {
  const parameters = { temperature: 0.5, stream: true, max_completion_tokens: 9, seed: 1 };
  expect(completed('$ai_generation', { $ai_model_parameters: parameters })).toEqual({
    $ai_model_parameters: parameters,
    $ai_temperature: 0.5,
    $ai_stream: true,
    $ai_max_tokens: 9,
  });
});

it('adds costs only to calls of models', () => {
  const sent = { $ai_model: 'text-embedding-3-small', $ai_input_tokens: 1_000_000 };
  expect(completed('$ai_embedding', sent)).toMatchObject({ $ai_total_cost_usd: 0.02 });
  expect(completed('$ai_span', sent)).toEqual(sent);
});
