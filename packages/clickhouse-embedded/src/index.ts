export { clickhouseServerCommand, type ServerCommand } from './command';
export type { EmbeddedClickHouseOptions, ListeningLine, TenantAccess } from './options';
export { startEmbeddedClickHouse, type EmbeddedClickHouse, type ServerExit } from './start';
