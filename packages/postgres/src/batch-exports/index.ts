export type { BatchExport, BatchExportFields, ExportRun, ExportRunSummary } from './batch-export';
export { createBatchExportRepository } from './batch-export-repository';
export type { BatchExportRepository } from './batch-export-repository';
export { createExportRunRepository } from './export-run-repository';
export type { ExportRunRepository } from './export-run-repository';
export { createRunProgress } from './run-progress';
export type { ClaimedRun, ExportPart, PlannedPart, RunProgress, WrittenPart } from './run-progress';
