import {
  parsedText,
  takeListedMessages,
  takeOut,
  takeSpreadMessages,
  withInstructions,
} from './ai-messages';

type Bag = Record<string, unknown>;

/**
 * The attributes that correspond to each property; the first one present counts (`docs/wire/otel.md#ai-attributes`).
 */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  $ai_model: ['gen_ai.response.model', 'ai.response.model', 'gen_ai.request.model', 'ai.model.id'],
  $ai_provider: ['gen_ai.provider.name', 'gen_ai.system', 'ai.model.provider'],
  $ai_input_tokens: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    'ai.usage.tokens',
  ],
  $ai_output_tokens: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
  ],
  $ai_cache_read_input_tokens: [
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'ai.usage.cachedInputTokens',
    'ai.usage.inputTokenDetails.cacheReadTokens',
  ],
  $ai_cache_creation_input_tokens: [
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
    'ai.usage.inputTokenDetails.cacheWriteTokens',
  ],
  $ai_reasoning_tokens: [
    'gen_ai.usage.reasoning.output_tokens',
    'ai.usage.reasoningTokens',
    'ai.usage.outputTokenDetails.reasoningTokens',
  ],
  $ai_base_url: ['server.address'],
  $ai_tools: ['gen_ai.tool.definitions', 'ai.prompt.tools'],
  $ai_stop_reason: ['ai.response.finishReason', 'gen_ai.response.finish_reasons'],
  $ai_prompt_name: ['ai.telemetry.metadata.$ai_prompt_name'],
  $ai_prompt_version: ['ai.telemetry.metadata.$ai_prompt_version'],
  $ai_temperature: ['gen_ai.request.temperature'],
  $ai_max_tokens: ['gen_ai.request.max_tokens', 'ai.settings.maxOutputTokens'],
  functionId: ['ai.telemetry.functionId'],
};

/** Properties whose attributes contain JSON text. */
const PARSED = new Set(['$ai_tools']);

/** Attributes without information beyond the properties. */
const DROPPED = new Set([
  'telemetry.sdk.language',
  'gen_ai.operation.name',
  'posthog.ai.debug',
  'user.id',
  'posthog.distinct_id',
  'posthogDistinctId',
  'llm.request.type',
  'operation.name',
  'resource.name',
]);

/** Namespaces of Vercel's SDK: attributes that are not read above are dropped, as in PostHog. */
const DROPPED_PREFIXES = [
  'ai.telemetry.metadata.',
  'ai.request.headers.',
  'ai.settings.',
  'ai.usage.',
  'ai.response.',
  'ai.prompt',
  'ai.model.',
  'ai.toolCall.',
  'ai.value',
  'ai.embedding',
  'ai.schema',
  'ai.operationId',
];

/**
 * Converts the attributes of an AI span into properties of an AI event. Attributes without a corresponding property
 * keep their names.
 * @param bag changed in place
 */
export function mapAiAttributes(bag: Bag): void {
  mapMessages(bag);
  mapToolCall(bag);
  for (const [property, names] of Object.entries(SOURCES)) {
    const values = names.map((name) => takeOut(bag, name)).filter((value) => value !== undefined);
    const [first] = values;
    if (first === undefined || bag[property] !== undefined) continue;
    const value: unknown =
      Array.isArray(first) && property === '$ai_stop_reason' ? first[0] : first;
    bag[property] = PARSED.has(property) ? parsedText(value) : value;
  }
  for (const name of Object.keys(bag)) {
    if (DROPPED.has(name) || DROPPED_PREFIXES.some((prefix) => name.startsWith(prefix))) {
      Reflect.deleteProperty(bag, name);
    }
  }
}

/** Sets `$ai_input` and `$ai_output_choices` from the messages, whichever convention the span follows. */
function mapMessages(bag: Bag): void {
  const listed = takeListedMessages(bag);
  const sentInput = firstOf(bag, ['gen_ai.input.messages', 'ai.prompt.messages', 'ai.prompt']);
  const text = takeOut(bag, 'ai.response.text');
  const sentOutput = takeOut(bag, 'gen_ai.output.messages');
  const input =
    asMessages(parsedText(sentInput), 'user') ??
    takeSpreadMessages(bag, 'gen_ai.prompt.') ??
    filled(listed.input);
  const output =
    parsedText(sentOutput) ??
    asMessages(text, 'assistant') ??
    takeSpreadMessages(bag, 'gen_ai.completion.') ??
    filled(listed.output);
  const instructed = withInstructions(input, takeOut(bag, 'gen_ai.system_instructions'));
  if (instructed !== undefined && bag['$ai_input'] === undefined) bag['$ai_input'] = instructed;
  if (output !== undefined && bag['$ai_output_choices'] === undefined) {
    bag['$ai_output_choices'] = output;
  }
}

/** Reads the call of a tool: its name, arguments and result. */
function mapToolCall(bag: Bag): void {
  const name = firstOf(bag, ['ai.toolCall.name', 'gen_ai.tool.name']);
  const input = parsedText(firstOf(bag, ['ai.toolCall.args', 'gen_ai.tool.call.arguments']));
  const output = parsedText(firstOf(bag, ['ai.toolCall.result', 'gen_ai.tool.call.result']));
  if (name !== undefined) bag['$ai_span_name'] = name;
  if (input !== undefined) bag['$ai_input_state'] = input;
  if (output !== undefined) bag['$ai_output_state'] = output;
}

/** Removes all of these attributes and returns the first value that is present. */
function firstOf(bag: Bag, names: readonly string[]): unknown {
  return names.map((name) => takeOut(bag, name)).find((value) => value !== undefined);
}

function asMessages(value: unknown, role: string): unknown {
  return typeof value === 'string' ? [{ role, content: value }] : value;
}

function filled(list: readonly unknown[]): readonly unknown[] | undefined {
  return list.length === 0 ? undefined : list;
}
