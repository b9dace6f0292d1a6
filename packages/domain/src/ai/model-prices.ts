/** The prices of a model, in USD per million tokens. */
export interface ModelPrice {
  readonly model: string;
  /** The maker of the model, as in `$ai_provider`. */
  readonly provider: string;
  readonly input: number;
  readonly output: number;
  /** Price of tokens read from a cache; undefined: the usual share of `input`. */
  readonly cacheRead?: number;
  /** Price of tokens written to a cache; undefined: the usual multiple of `input`. */
  readonly cacheWrite?: number;
  /** USD per search of the web. */
  readonly webSearch?: number;
  /** The list that contains the price, one of `PRICE_SOURCES`. */
  readonly source: PriceSource;
}

/** Lists of prices, each with the day on which it was copied. */
export const PRICE_SOURCES = {
  list: {
    readOn: '2026-11-24',
    from: 'PostHog/posthog, nodejs/src/ingestion/ai/costs/providers/llm-costs.json at 016bc9ab, which has the prices of OpenRouter',
  },
  manual: {
    readOn: '2026-11-24',
    from: 'PostHog/posthog, nodejs/src/ingestion/ai/costs/providers/manual-providers.ts at 38c1bcb5',
  },
} as const;

type PriceSource = keyof typeof PRICE_SOURCES;

type Numbers = readonly [input: number, output: number, cacheRead?: number, cacheWrite?: number];

function rows(
  provider: string,
  source: PriceSource,
  webSearch: number | undefined,
  prices: Readonly<Record<string, Numbers>>,
): readonly ModelPrice[] {
  return Object.entries(prices).map(([model, [input, output, cacheRead, cacheWrite]]) => ({
    model,
    provider,
    input,
    output,
    source,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(webSearch !== undefined && { webSearch }),
  }));
}

/** Prices of models (`docs/wire/ai.md#prices`). A model that is not listed gets no costs. */
export const MODEL_PRICES: readonly ModelPrice[] = [
  ...rows('anthropic', 'list', 0.01, {
    'claude-3-haiku': [0.25, 1.25, 0.03, 0.3],
    'claude-3.5-haiku': [0.8, 4, 0.08, 1],
    'claude-haiku-4.5': [1, 5, 0.1, 1.25],
    'claude-opus-4': [15, 75, 1.5, 18.75],
    'claude-opus-4.1': [15, 75, 1.5, 18.75],
    'claude-opus-4.5': [5, 25, 0.5, 6.25],
    'claude-opus-4.6': [5, 25, 0.5, 6.25],
    'claude-opus-4.6-fast': [30, 150, 3, 37.5],
    'claude-opus-4.7': [5, 25, 0.5, 6.25],
    'claude-opus-4.7-fast': [30, 150, 3, 37.5],
    'claude-opus-4.8': [5, 25, 0.5, 6.25],
    'claude-opus-4.8-fast': [10, 50, 1, 12.5],
    'claude-sonnet-4': [3, 15, 0.3, 3.75],
    'claude-sonnet-4.5': [3, 15, 0.3, 3.75],
    'claude-sonnet-4.6': [3, 15, 0.3, 3.75],
    'claude-fable-5': [10, 50, 1, 12.5],
  }),
  ...rows('anthropic', 'manual', undefined, { 'claude-2': [8, 24] }),
  ...rows('openai', 'list', undefined, {
    'gpt-4': [30, 60],
    'gpt-4-turbo': [10, 30],
    'gpt-4o': [2.5, 10, 1.25],
    'gpt-4o-2024-05-13': [5, 15],
    'gpt-4o-mini': [0.15, 0.6, 0.075],
  }),
  ...rows('openai', 'list', 0.01, {
    'gpt-4.1': [2, 8, 0.5],
    'gpt-4.1-mini': [0.4, 1.6, 0.1],
    'gpt-4.1-nano': [0.1, 0.4, 0.025],
    'gpt-5': [1.25, 10, 0.125],
    'gpt-5-chat': [1.25, 10, 0.125],
    'gpt-5-codex': [1.25, 10, 0.125],
    'gpt-5-mini': [0.25, 2, 0.025],
    'gpt-5-nano': [0.05, 0.4, 0.005],
    'gpt-5-pro': [15, 120],
    'gpt-5.1': [1.25, 10, 0.125],
    'gpt-5.1-chat': [1.25, 10, 0.125],
    'gpt-5.1-codex': [1.25, 10, 0.125],
    'gpt-5.1-codex-max': [1.25, 10, 0.125],
    'gpt-5.1-codex-mini': [0.25, 2, 0.025],
    'gpt-5.2': [1.75, 14, 0.175],
    'gpt-5.2-chat': [1.75, 14, 0.175],
    'gpt-5.2-codex': [1.75, 14, 0.175],
    'gpt-5.2-pro': [21, 168],
    'gpt-5.3-chat': [1.75, 14, 0.175],
    'gpt-5.3-codex': [1.75, 14, 0.175],
    'gpt-5.4': [2.5, 15, 0.25],
    'gpt-5.4-mini': [0.75, 4.5, 0.075],
    'gpt-5.4-nano': [0.2, 1.25, 0.02],
    'gpt-5.4-pro': [30, 180],
    'gpt-5.5': [5, 30, 0.5],
    'gpt-5.5-pro': [30, 180],
    'o3-mini': [1.1, 4.4, 0.55],
    'o3-pro': [20, 80],
    'o4-mini': [1.1, 4.4, 0.275],
  }),
  ...rows('openai', 'manual', undefined, {
    'gpt-4.5': [75, 150],
    'text-embedding-3-small': [0.02, 0],
    'text-embedding-3-large': [0.13, 0],
    'text-embedding-ada-002': [0.1, 0],
  }),
  ...rows('google', 'list', 0.014, {
    'gemini-2.5-flash-lite': [0.1, 0.4, 0.01],
    'gemini-2.5-pro': [1.25, 10, 0.125],
    'gemini-3-flash': [0.5, 3, 0.05],
    'gemini-3.1-flash-lite': [0.25, 1.5, 0.025],
    'gemini-3.1-pro': [2, 12, 0.2],
    'gemini-3.5-flash': [1.5, 9, 0.15],
  }),
  ...rows('perplexity', 'list', 0.005, {
    sonar: [1, 1],
    'sonar-pro': [3, 15],
    'sonar-reasoning-pro': [2, 8],
  }),
  ...rows('mistral', 'manual', undefined, {
    'mistral-large-latest': [2, 6],
    'mistral-small-3.2': [0.1, 0.3],
  }),
];
