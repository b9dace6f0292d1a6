export { createImportCommands } from './import-commands';
export type { ImportCommands, NewBackgroundImport } from './import-commands';
export { createImportFiles } from './import-files';
export type { ImportFiles } from './import-files';
export { createImportIdRepository } from './import-id-repository';
export type { ImportIdRepository, ImportIdScope } from './import-id-repository';
export type { DayCount, ImportProblem, ImportRun } from './import-run';
export { createImportRunRepository, LostImportError } from './import-run-repository';
export type { ImportRunRepository, ImportStep } from './import-run-repository';
