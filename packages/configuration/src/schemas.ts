import type { z } from 'zod';
import { apiSchema } from './api';
import { deliverySchema } from './delivery';
import { edgeSchema } from './edge';
import { ingestWorkerSchema } from './ingest-worker';
import { mcpSchema } from './mcp';
import { queryWorkerSchema } from './query-worker';
import { standaloneSchema } from './standalone';

/** All processes with a configuration, in the order of the reference page. */
export const schemas = {
  standalone: standaloneSchema,
  edge: edgeSchema,
  api: apiSchema,
  'ingest-worker': ingestWorkerSchema,
  'query-worker': queryWorkerSchema,
  delivery: deliverySchema,
  mcp: mcpSchema,
} as const satisfies Record<string, z.ZodObject>;

export type ConfiguredProcess = keyof typeof schemas;
