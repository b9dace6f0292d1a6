import { z } from 'zod';

export const port = z.coerce.number().int().min(0).max(65_535);

/** Most important first. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = z.enum(logLevels).default('info');
