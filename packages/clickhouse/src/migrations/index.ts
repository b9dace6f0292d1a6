import { foundation } from './0001-foundation';
import type { Migration } from './topology';

/** In order of id. */
export const migrations: readonly Migration[] = [foundation];
