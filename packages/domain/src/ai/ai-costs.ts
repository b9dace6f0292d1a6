import type { Properties } from '../properties';
import { findPrice } from './find-price';
import type { ModelPrice } from './model-prices';
import { amount, excludesCache, inputCost, outputCost, usd } from './token-costs';
import type { TokenPrices } from './token-costs';

const INPUT = '$ai_input_cost_usd';
const OUTPUT = '$ai_output_cost_usd';
const REQUEST = '$ai_request_cost_usd';
const WEB_SEARCH = '$ai_web_search_cost_usd';
const TOTAL = '$ai_total_cost_usd';

const PER_MILLION = 1_000_000;

/**
 * The cost properties that are added to an event of a model (`docs/wire/ai.md#costs`). Costs that the client sent are
 * not returned; if it sent them without a total, the total is added.
 * @returns an empty object for a model without a known price
 */
export function aiCosts(sent: Properties): Record<string, unknown> {
  const givenInput = cost(sent[INPUT]);
  const givenOutput = cost(sent[OUTPUT]);
  if (givenInput && givenOutput) {
    if (isGiven(sent[TOTAL])) return {};
    const others = (cost(sent[REQUEST]) ?? 0) + (cost(sent[WEB_SEARCH]) ?? 0);
    return { [TOTAL]: usd(givenInput + givenOutput + others) };
  }
  const custom = customPrices(sent);
  if (custom !== null) return added(sent, custom, ['custom', 'custom', 'custom']);
  const model = sent['$ai_model'];
  const price = typeof model === 'string' ? findPrice(model) : null;
  if (price === null) return {};
  return added(sent, perToken(price), [price.model, 'manual', price.provider]);
}

/** The costs of the tokens at these prices, without those that the client sent. */
function added(
  sent: Properties,
  prices: TokenPrices,
  [used, source, provider]: readonly [string, string, string],
): Record<string, unknown> {
  const costs: Readonly<Record<string, number>> = {
    [INPUT]: inputCost(sent, prices),
    [OUTPUT]: outputCost(sent, prices),
    [REQUEST]: usd((prices.request ?? 0) * requests(sent)),
    [WEB_SEARCH]: usd((prices.webSearch ?? 0) * amount(sent, '$ai_web_search_count')),
  };
  const entries = Object.entries(costs);
  const missing = entries.filter(([name]) => !isGiven(sent[name]));
  const total = entries.reduce((sum, [name, computed]) => sum + (cost(sent[name]) ?? computed), 0);
  return {
    ...Object.fromEntries(missing),
    ...(!isGiven(sent[TOTAL]) && { [TOTAL]: usd(total) }),
    $ai_cache_reporting_exclusive: excludesCache(sent),
    $ai_model_cost_used: used,
    $ai_cost_model_source: source,
    $ai_cost_model_provider: provider,
  };
}

function perToken(price: ModelPrice): TokenPrices {
  const { input, output, cacheRead, cacheWrite, webSearch } = price;
  return {
    input: input / PER_MILLION,
    output: output / PER_MILLION,
    cacheRead: cacheRead === undefined ? undefined : cacheRead / PER_MILLION,
    cacheWrite: cacheWrite === undefined ? undefined : cacheWrite / PER_MILLION,
    request: undefined,
    webSearch,
  };
}

/** Prices that the client sent with the event, in USD per token; null unless both input and output have one. */
function customPrices(sent: Properties): TokenPrices | null {
  const input = cost(sent['$ai_input_token_price']);
  const output = cost(sent['$ai_output_token_price']);
  if (input === null || output === null) return null;
  return {
    input,
    output,
    cacheRead: cost(sent['$ai_cache_read_token_price']) ?? undefined,
    cacheWrite: cost(sent['$ai_cache_write_token_price']) ?? undefined,
    request: cost(sent['$ai_request_price']) ?? undefined,
    webSearch: cost(sent['$ai_web_search_price']) ?? undefined,
  };
}

/** The number of requests of an event: 1 unless the event has a count. */
function requests(sent: Properties): number {
  return sent['$ai_request_count'] === undefined ? 1 : amount(sent, '$ai_request_count');
}

/** Whether the client sent a value, which is then not changed. */
function isGiven(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

/** A cost that the client sent, as a number or as text; null if it is not a number. */
function cost(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
