import type { ImportRun } from '../../queries/imports/import';
import { useBlockedBy, useProjectId } from '../../session/me';
import { CancelButton } from '../../ui/button/cancel-button';
import { cancelImport, useImportsChanged } from './import-data';

/** A button that cancels an import in progress. */
export function CancelImportButton({ run }: { readonly run: ImportRun }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_import:write');
  const changed = useImportsChanged(projectId);
  if (run.status !== 'queued' && run.status !== 'running') return null;
  return (
    <CancelButton
      blockedBy={blockedBy}
      onCancel={() => cancelImport(projectId, run.id)}
      onSettled={changed}
    />
  );
}
