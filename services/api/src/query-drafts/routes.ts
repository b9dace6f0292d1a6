import { chatTurnSchema } from '@tidemark/contracts';
import { createChatStore } from '@tidemark/redis';
import type { ProjectRoute } from '../auth/routes';
import type { ApiConfig } from '../config';
import type { ApiParts } from '../parts';
import { createChatRoutes } from './chat-routes';
import { createDraftLimits } from './draft-limits';
import { createDraftRoutes } from './draft-routes';
import type { LanguageModel } from './language-model';
import { createLanguageModel } from './language-model';
import { loadTaxonomy } from './load-taxonomy';
import { createQueryDrafter } from './query-drafter';

/** Questions in English: drafts of HogQL, and the chat. */
export function createQueryDraftsRoutes(
  parts: Pick<
    ApiParts,
    'config' | 'eventDefinitions' | 'propertyDefinitions' | 'engine' | 'redis' | 'now' | 'logger'
  >,
): readonly ProjectRoute[] {
  const { config, redis } = parts;
  const definitions = { events: parts.eventDefinitions, properties: parts.propertyDefinitions };
  const drafter = createQueryDrafter({
    ...parts,
    loadTaxonomy: (projectId) => loadTaxonomy(definitions, projectId),
    model: configuredModel(config),
  });
  const limits = createDraftLimits(redis, drafter.usesModel);
  return [
    ...createDraftRoutes({ drafter, limits }),
    ...createChatRoutes({
      ...parts,
      drafter,
      limits,
      chats: createChatStore(redis, (value) => chatTurnSchema.parse(value)),
      maxRows: config.QUERY_MAX_ROWS,
    }),
  ];
}

/** Returns null if statements are drafted by rules only. */
function configuredModel(config: ApiConfig): LanguageModel | null {
  if (config.LLM_BASE_URL === undefined) return null;
  return createLanguageModel({
    baseUrl: config.LLM_BASE_URL,
    model: config.LLM_MODEL,
    apiKey: config.LLM_API_KEY,
    timeoutMs: config.LLM_TIMEOUT_SECONDS * 1_000,
  });
}
