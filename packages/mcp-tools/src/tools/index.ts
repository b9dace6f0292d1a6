import type { Tool } from '../tool';
import { experimentTools } from './experiment-tools';
import { flagChangeTools } from './flag-change-tools';
import { flagTools } from './flag-tools';
import { hogqlTools } from './hogql-tools';
import { insightTools } from './insight-tools';
import { operationTools } from './operation-tools';
import { peopleTools } from './people-tools';
import { savedTools } from './saved-tools';
import { schemaTools } from './schema-tools';

/** Every tool. A session has those whose scopes its key has. */
export const allTools: readonly Tool[] = [
  ...schemaTools,
  ...hogqlTools,
  ...insightTools,
  ...savedTools,
  ...flagTools,
  ...flagChangeTools,
  ...experimentTools,
  ...peopleTools,
  ...operationTools,
];
