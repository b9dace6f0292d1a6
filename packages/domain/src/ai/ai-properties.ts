import { isObject } from '../json/json-object';
import { assignAll } from '../json/copy-object';
import { aiCosts } from './ai-costs';

const PREFIX = '$ai_';

/** The events of model calls, which have numbers of tokens and costs. */
const OF_MODELS: ReadonlySet<string> = new Set(['$ai_generation', '$ai_embedding']);

/** Properties that are stored as texts, whatever type was sent (`docs/wire/ai.md#ids`). */
const IDS = [
  '$ai_trace_id',
  '$ai_parent_id',
  '$ai_span_id',
  '$ai_generation_id',
  '$ai_session_id',
] as const;

/** Whether an event is an AI event. */
export function isAiEvent(event: string): boolean {
  return event.startsWith(PREFIX);
}

/**
 * Completes the properties of an AI event (`docs/wire/ai.md#processing`): converts ids to texts; for calls of models,
 * adds costs and moves usual parameters to properties of their own.
 * @param properties changed in place
 */
export function completeAiProperties(event: string, properties: Record<string, unknown>): void {
  for (const name of IDS) {
    const value = properties[name];
    if (typeof value === 'number' || typeof value === 'boolean') properties[name] = String(value);
    else if (typeof value === 'object' && value !== null) Reflect.deleteProperty(properties, name);
  }
  if (!OF_MODELS.has(event)) return;
  assignAll(properties, aiCosts(properties));
  const parameters = properties['$ai_model_parameters'];
  if (isObject(parameters)) assignAll(properties, coreParameters(parameters));
}

function coreParameters(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { temperature, stream } = parameters;
  const maxTokens = parameters['max_tokens'] ?? parameters['max_completion_tokens'];
  return {
    ...(temperature !== undefined && { $ai_temperature: temperature }),
    ...(stream !== undefined && { $ai_stream: stream }),
    ...(maxTokens !== undefined && { $ai_max_tokens: maxTokens }),
  };
}
