import { aiCosts } from './ai-costs';
import { findPrice } from './find-price';
import { MODEL_PRICES, PRICE_SOURCES } from './model-prices';

describe('findPrice', () => {
  it.each([
    ['gpt-4o', 'gpt-4o'],
    ['GPT-4o', 'gpt-4o'],
    ['openai/gpt-4o', 'gpt-4o'],
    ['gpt-4o-mini-2024-07-18', 'gpt-4o-mini'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['gpt-4o-2024-11-20', 'gpt-4o'],
    ['gpt-4.1-nano-2025-04-14', 'gpt-4.1-nano'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4.5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4.5'],
    ['claude-opus-4-20250514', 'claude-opus-4'],
    ['publishers/google/models/gemini-2.5-pro-preview-05-06', 'gemini-2.5-pro'],
    ['text-embedding-3-small', 'text-embedding-3-small'],
  ])('%s is %s', (sent, model) => {
    expect(findPrice(sent)?.model).toBe(model);
  });

  it.each([
    'gpt-5.9',
    'gpt-5-7',
    'claude-opus-4-9',
    'gpt-4-32k',
    'gpt-4o-audio-preview',
    'ft:gpt-4o-mini:acme::1',
    'gpt',
    'my-own-model',
    'notgpt-4o',
    '',
    '/',
    'x'.repeat(10_000),
  ])('%s is not known', (sent) => {
    expect(findPrice(sent)).toBeNull();
  });

  it('every price has a source with a date, and is in one row', () => {
    for (const { source, input, output } of MODEL_PRICES) {
      expect(PRICE_SOURCES[source].readOn).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(Math.min(input, output)).toBeGreaterThanOrEqual(0);
    }
    const names = MODEL_PRICES.map(({ model }) => model);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('aiCosts', () => {
  const openai = { $ai_provider: 'openai', $ai_model: 'gpt-4o-mini' };

  it('multiplies tokens by prices', () => {
    expect(aiCosts({ ...openai, $ai_input_tokens: 1000, $ai_output_tokens: '500' })).toEqual({
      $ai_input_cost_usd: 0.00015,
      $ai_output_cost_usd: 0.0003,
      $ai_request_cost_usd: 0,
      $ai_web_search_cost_usd: 0,
      $ai_total_cost_usd: 0.00045,
      $ai_cache_reporting_exclusive: false,
      $ai_model_cost_used: 'gpt-4o-mini',
      $ai_cost_model_source: 'manual',
      $ai_cost_model_provider: 'openai',
    });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'OpenAI includes cached tokens in the input',
      { ...openai, $ai_input_tokens: 1000, $ai_cache_read_input_tokens: 400 },
      { $ai_input_cost_usd: 0.00012 },
    ],
    [
      'Anthropic does not include cached tokens in the input',
      {
        $ai_provider: 'anthropic',
        $ai_model: 'claude-sonnet-4-5',
        $ai_input_tokens: 1000,
        $ai_cache_read_input_tokens: 2000,
        $ai_cache_creation_input_tokens: 400,
      },
      { $ai_input_cost_usd: 0.0051, $ai_cache_reporting_exclusive: true },
    ],
    [
      'the client can override whether cached tokens are included',
      {
        $ai_model: 'claude-sonnet-4-5',
        $ai_input_tokens: 3400,
        $ai_cache_read_input_tokens: 2000,
        $ai_cache_creation_input_tokens: 400,
        $ai_cache_reporting_exclusive: false,
      },
      { $ai_input_cost_usd: 0.0051 },
    ],
    [
      'a cache without a price costs half of the input',
      { $ai_model: 'gpt-4', $ai_input_tokens: 100, $ai_cache_read_input_tokens: 100 },
      { $ai_input_cost_usd: 0.0015 },
    ],
    [
      'Gemini does not include reasoning in the output',
      { $ai_model: 'gemini-2.5-pro', $ai_output_tokens: 100, $ai_reasoning_tokens: 100 },
      { $ai_output_cost_usd: 0.002 },
    ],
    [
      'OpenAI includes reasoning in the output',
      { $ai_model: 'gpt-5', $ai_output_tokens: 100, $ai_reasoning_tokens: 100 },
      { $ai_output_cost_usd: 0.001 },
    ],
    [
      'searches of the web',
      { $ai_model: 'gpt-5', $ai_web_search_count: 2 },
      { $ai_web_search_cost_usd: 0.02, $ai_total_cost_usd: 0.02 },
    ],
    [
      'prices of the event have precedence over the table',
      {
        ...openai,
        $ai_input_tokens: 10,
        $ai_output_tokens: 10,
        $ai_input_token_price: 0.1,
        $ai_output_token_price: 0.2,
        $ai_request_price: 0.5,
      },
      {
        $ai_input_cost_usd: 1,
        $ai_output_cost_usd: 2,
        $ai_request_cost_usd: 0.5,
        $ai_total_cost_usd: 3.5,
        $ai_cost_model_source: 'custom',
      },
    ],
  ])('%s', (_, sent, costs) => {
    expect(aiCosts(sent)).toMatchObject(costs);
  });

  it('never contains what the client sent', () => {
    const sent = { ...openai, $ai_input_tokens: 1000, $ai_output_tokens: 1000 };
    const total = aiCosts({ ...sent, $ai_total_cost_usd: 7 });
    expect(total).toMatchObject({ $ai_input_cost_usd: 0.00015, $ai_output_cost_usd: 0.0006 });
    expect(total).not.toHaveProperty('$ai_total_cost_usd');
    const input = aiCosts({ ...sent, $ai_input_cost_usd: 1 });
    expect(input).not.toHaveProperty('$ai_input_cost_usd');
    expect(input).toMatchObject({ $ai_total_cost_usd: 1.0006 });
    expect(aiCosts({ ...sent, $ai_input_cost_usd: 'n/a' })).not.toHaveProperty(
      '$ai_input_cost_usd',
    );
  });

  it('adds a total to costs that were sent without a total', () => {
    const sent = { $ai_model: 'unknown', $ai_input_cost_usd: 0.1, $ai_output_cost_usd: 0.2 };
    expect(aiCosts(sent)).toEqual({ $ai_total_cost_usd: 0.3 });
    expect(aiCosts({ ...sent, $ai_total_cost_usd: 9 })).toEqual({});
  });

  it.each([
    [{}],
    [{ $ai_model: 'my-own-model', $ai_input_tokens: 10 }],
    [{ $ai_model: 5, $ai_input_tokens: 10 }],
    [{ $ai_model: { a: 1 } }],
  ])('%j has no costs', (sent) => {
    expect(aiCosts(sent)).toEqual({});
  });

  it('treats a value that is not a number as missing', () => {
    const sent = { ...openai, $ai_input_tokens: 'many', $ai_output_tokens: { a: 1 } };
    expect(aiCosts(sent)).toMatchObject({ $ai_total_cost_usd: 0 });
  });
});
