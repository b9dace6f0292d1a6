import { foundation } from './0001-foundation';

/** A numbered, idempotent step of the schema. Once released its text never changes. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

/** In order of id. */
export const migrations: readonly Migration[] = [foundation];
