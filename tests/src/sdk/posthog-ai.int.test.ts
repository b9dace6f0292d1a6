import { captureAiGeneration } from '@posthog/ai';
import { OpenAI } from '@posthog/ai/openai';
import { waitUntil } from '@tidemark/testing';
import { PostHog } from 'posthog-node';
import type { OpenAiServer } from '../test-support/openai-server';
import { startOpenAiServer } from '../test-support/openai-server';
import type { SharedProject } from '../test-support/shared-project';
import { sharedProject } from '../test-support/shared-project';

describe('@posthog/ai, unmodified', () => {
  let product: SharedProject;
  let provider: OpenAiServer;

  beforeAll(async () => {
    [product, provider] = await Promise.all([sharedProject('posthog ai'), startOpenAiServer()]);
  });
  afterAll(() => provider.stop());

  const rows = (select: string, where: string): Promise<unknown> =>
    product.api.hogql(product.projectId, `SELECT ${select} FROM events WHERE ${where}`);

  it('captures calls of models, which get their costs', async () => {
    const posthog = new PostHog(product.projectApiKey, { host: product.url });
    const client = new OpenAI({ apiKey: 'sk-test', baseURL: provider.url, posthog });
    const messages = [{ role: 'user' as const, content: 'Tell me a fact' }];
    await client.chat.completions.create({
      model: 'gpt-4o-mini-2024-07-18',
      temperature: 0.5,
      messages,
      posthogDistinctId: 'ai-ann',
      posthogTraceId: 'trace-1',
      posthogProperties: { conversation: 'c1' },
    });
    await client.chat.completions.create({
      model: 'my-own-model',
      messages,
      posthogDistinctId: 'ai-ann',
      posthogTraceId: 'trace-2',
    });
    await client.embeddings.create({
      model: 'text-embedding-3-small',
      input: 'hedgehog',
      posthogDistinctId: 'ai-ann',
      posthogTraceId: 'trace-3',
    });
    await captureAiGeneration(posthog, {
      distinctId: 'ai-ann',
      traceId: 'trace-4',
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      input: messages,
      output: [{ role: 'assistant', content: 'A fact' }],
      usage: { inputTokens: 1_000, outputTokens: 100, cacheReadInputTokens: 2_000 },
    });
    posthog.capture({
      distinctId: 'ai-ann',
      event: '$ai_generation',
      properties: {
        $ai_trace_id: 'trace-5',
        $ai_model: 'gpt-4o-mini',
        $ai_input_tokens: 1_000,
        $ai_total_cost_usd: 42,
      },
    });
    await posthog.shutdown();

    await waitUntil(async () => {
      expect(
        await rows(
          `event, properties.$ai_trace_id, properties.$ai_model, properties.$ai_input_cost_usd,
           properties.$ai_output_cost_usd, properties.$ai_total_cost_usd, properties.$ai_model_cost_used`,
          "event LIKE '$ai_%' ORDER BY properties.$ai_trace_id",
        ),
      ).toEqual([
        // 600 tokens at 0.15, 400 cached tokens at 0.075 and 500 at 0.6 USD per million.
        ...[
          [
            '$ai_generation',
            'trace-1',
            'gpt-4o-mini-2024-07-18',
            0.00012,
            0.0003,
            0.00042,
            'gpt-4o-mini',
          ],
        ],
        ['$ai_generation', 'trace-2', 'my-own-model', null, null, null, null],
        [
          ...['$ai_embedding', 'trace-3', 'text-embedding-3-small', 0.00002, 0, 0.00002],
          'text-embedding-3-small',
        ],
        [
          ...['$ai_generation', 'trace-4', 'claude-sonnet-4-5', 0.0036, 0.0015, 0.0051],
          'claude-sonnet-4.5',
        ],
        ['$ai_generation', 'trace-5', 'gpt-4o-mini', 0.00015, 0, 42, 'gpt-4o-mini'],
      ]);
    });
    expect(
      await rows(
        `properties.$ai_provider, properties.$ai_input_tokens, properties.$ai_cache_read_input_tokens,
         properties.$ai_temperature, properties.conversation, properties.$ai_http_status,
         JSONExtractString(properties.$ai_output_choices, 1, 'role'), distinct_id`,
        "properties.$ai_trace_id = 'trace-1'",
      ),
    ).toEqual([['openai', 1000, 400, 0.5, 'c1', 200, 'assistant', 'ai-ann']]);
    expect(
      await rows('round(sum(properties.$ai_total_cost_usd), 6)', "event = '$ai_generation'"),
    ).toEqual([[42.00552]]);
  });
});
