export { clickhouseServerCommand, type ServerCommand } from './command';
export type { EmbeddedClickHouseOptions, ListeningLine } from './options';
export { startEmbeddedClickHouse, type EmbeddedClickHouse, type ServerExit } from './start';
