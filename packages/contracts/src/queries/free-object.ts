import { z } from 'zod';

/** An object whose keys are not checked here. */
export const freeObject = z.record(z.string(), z.unknown());
