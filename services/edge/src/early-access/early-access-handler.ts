import type { IncomingMessage } from 'node:http';
import type { Logger } from '@tidemark/platform';
import type { OfferedFeature } from '@tidemark/postgres';
import type { Answer } from '../http/answer';
import { empty, json } from '../http/answer';
import { preflightHeaders } from '../http/cors';
import type { Target } from '../http/target';
import { TRY_AGAIN } from '../http/unread-answer';
import type { ProjectDirectory } from '../projects/project-directory';
import { publicToken } from '../projects/public-token';
import type { OfferedFeatures } from './offered-features';

export type EarlyAccessHandler = (request: IncomingMessage, target: Target) => Promise<Answer>;

/** A draft is nobody's business yet, and what is archived is over. */
const HIDDEN_STAGES: ReadonlySet<string> = new Set(['draft', 'archived']);

/** `GET /api/early_access_features/?token=`: what people may switch on (`wire/flags.md` §8.4). */
export function createEarlyAccessHandler(deps: {
  readonly projects: ProjectDirectory;
  readonly features: OfferedFeatures;
  readonly logger: Logger;
}): EarlyAccessHandler {
  return async ({ method, headers }, { query }) => {
    if (method === 'OPTIONS') return empty(200, preflightHeaders(headers, 'GET,HEAD,OPTIONS'));
    if (method !== 'GET' && method !== 'HEAD') return empty(405, ['Allow', 'GET, HEAD, OPTIONS']);
    try {
      const known = await publicToken(deps.projects, query);
      if ('refusal' in known) return known.refusal;
      const offered = await deps.features.get(known.project.id);
      const stages = query.getAll('stage');
      const asked = new Set(stages.length === 0 ? ['beta'] : stages);
      const shown = offered.filter(({ stage }) => asked.has(stage) && !HIDDEN_STAGES.has(stage));
      return json(200, { earlyAccessFeatures: shown.map(featureBody) });
    } catch (error) {
      deps.logger.warn({ err: error }, 'early access features not readable and none known');
      return TRY_AGAIN;
    }
  };
}

function featureBody(feature: OfferedFeature): object {
  return {
    id: feature.id,
    name: feature.name,
    description: feature.description,
    stage: feature.stage,
    documentationUrl: feature.documentationUrl,
    payload: feature.payload,
    flagKey: feature.flagKey,
  };
}
