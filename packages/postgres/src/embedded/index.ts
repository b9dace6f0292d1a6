export { runningPostgresUrl } from './running-postgres';
export type { EmbeddedPostgres, EmbeddedPostgresOptions } from './start-embedded-postgres';
export { startEmbeddedPostgres } from './start-embedded-postgres';
