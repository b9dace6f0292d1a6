type Attributes = Readonly<Record<string, unknown>>;

/** The types of AI events that spans become. */
export type AiSpanKind = '$ai_generation' | '$ai_embedding' | '$ai_span';

interface Convention {
  /** A span follows the convention when one of its attributes begins with one of these. */
  readonly prefixes: readonly string[];
  readonly kindOf: (attributes: Attributes) => AiSpanKind;
}

const textOf = (attributes: Attributes, name: string): string => {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** The operation of OpenTelemetry's own convention. */
function ofGenAi(attributes: Attributes): AiSpanKind {
  const operation = textOf(attributes, 'gen_ai.operation.name');
  if (operation === 'chat' || operation === 'text_completion' || operation === 'generate_content') {
    return '$ai_generation';
  }
  return operation === 'embeddings' ? '$ai_embedding' : '$ai_span';
}

const VERCEL: Convention = {
  prefixes: ['ai.', 'eve.'],
  kindOf: (attributes) => {
    const operation = textOf(attributes, 'ai.operationId');
    if (operation === '') return ofGenAi(attributes);
    if (operation.endsWith('.doGenerate') || operation.endsWith('.doStream')) {
      return '$ai_generation';
    }
    return operation.startsWith('ai.embed') && operation.endsWith('.doEmbed')
      ? '$ai_embedding'
      : '$ai_span';
  },
};

const PYDANTIC: Convention = { prefixes: ['pydantic_ai.'], kindOf: ofGenAi };

const TRACELOOP: Convention = {
  prefixes: ['traceloop.', 'llm.request.type'],
  kindOf: (attributes) => {
    const type = textOf(attributes, 'llm.request.type');
    if (type === 'chat' || type === 'completion') return '$ai_generation';
    return type === 'embedding' || type === 'embeddings' ? '$ai_embedding' : ofGenAi(attributes);
  },
};

const GEN_AI: Convention = { prefixes: ['gen_ai.'], kindOf: ofGenAi };

/** Conventions of frameworks come first, because their spans also have attributes of OpenTelemetry's convention. */
const CONVENTIONS = [VERCEL, PYDANTIC, TRACELOOP, GEN_AI];

/** The type of an AI span (`docs/wire/otel.md#ai-spans`); null for a span that is not about AI. */
export function aiSpanKind(attributes: Attributes): AiSpanKind | null {
  const names = Object.keys(attributes);
  const convention = CONVENTIONS.find(({ prefixes }) =>
    names.some((name) => prefixes.some((prefix) => name.startsWith(prefix))),
  );
  return convention === undefined ? null : convention.kindOf(attributes);
}
