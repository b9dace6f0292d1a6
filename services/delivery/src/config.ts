import { deliverySchema } from '@tidemark/configuration';
import { loadConfig } from '@tidemark/platform';
import type { z } from 'zod';

export type DeliveryConfig = z.infer<typeof deliverySchema>;

/** @throws ConfigError that names the invalid setting. */
export function readConfig(env = process.env): DeliveryConfig {
  return loadConfig(deliverySchema, env);
}
