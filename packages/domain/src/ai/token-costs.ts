import type { JsonObject } from '../json/json-object';

/** Prices of one event in USD per token, from the table or from the event itself. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
  /** USD per request. */
  readonly request: number | undefined;
  /** USD per search of the web. */
  readonly webSearch: number | undefined;
}

/**
 * The share of the input price that providers charge for cached tokens if the model has no price for them
 * (`docs/wire/ai.md#cache`).
 */
const ANTHROPIC_READ = 0.1;
const ANTHROPIC_WRITE = 1.25;
const OTHERS_READ = 0.5;

/** A count, such as a number of tokens or searches; 0 if the value is not a number. Numbers as text are accepted. */
export function amount(properties: JsonObject, name: string): number {
  const value = properties[name];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** Rounds an amount to remove errors of floating point: `0.1 + 0.2` is `0.3`. */
export function usd(value: number): number {
  return Number(value.toPrecision(15));
}

/** Whether the event counts tokens as Anthropic does: input tokens do not include cached tokens. */
function isAnthropic(properties: JsonObject): boolean {
  const provider = lower(properties['$ai_provider']);
  const model = lower(properties['$ai_model']);
  return provider === 'anthropic' || model.includes('anthropic') || model.startsWith('claude');
}

/**
 * Whether `$ai_input_tokens` excludes cached tokens (`docs/wire/ai.md#cache`). Vercel's gateway includes them, unless
 * the numbers contradict that.
 */
export function excludesCache(properties: JsonObject): boolean {
  const said = properties['$ai_cache_reporting_exclusive'];
  if (typeof said === 'boolean') return said;
  if (!isAnthropic(properties)) return false;
  const isGateway =
    lower(properties['$ai_provider']) === 'gateway' &&
    lower(properties['$ai_framework']) === 'vercel';
  if (!isGateway) return true;
  const cached =
    amount(properties, '$ai_cache_read_input_tokens') +
    amount(properties, '$ai_cache_creation_input_tokens');
  return amount(properties, '$ai_input_tokens') < cached;
}

/** The cost of input tokens in USD. */
export function inputCost(properties: JsonObject, prices: TokenPrices): number {
  const tokens = amount(properties, '$ai_input_tokens');
  const read = amount(properties, '$ai_cache_read_input_tokens');
  const anthropic = isAnthropic(properties);
  const written = anthropic ? amount(properties, '$ai_cache_creation_input_tokens') : 0;
  const fresh = excludesCache(properties) ? tokens : tokens - read - written;
  const readPrice = prices.cacheRead ?? prices.input * (anthropic ? ANTHROPIC_READ : OTHERS_READ);
  const writePrice = prices.cacheWrite ?? prices.input * ANTHROPIC_WRITE;
  return usd(fresh * prices.input + read * readPrice + written * writePrice);
}

/** Models that report reasoning tokens separately from output tokens, and charge the same price for both. */
const REASONING_APART = /^gemini-(?:2\.5|3(?:\.\d+)?)-/;

/** The cost of output tokens in USD. */
export function outputCost(properties: JsonObject, prices: TokenPrices): number {
  const model = lower(properties['$ai_model']);
  const reasoning = REASONING_APART.test(model) ? amount(properties, '$ai_reasoning_tokens') : 0;
  return usd((amount(properties, '$ai_output_tokens') + reasoning) * prices.output);
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
