import { useMutation } from '@tanstack/react-query';
import type { ImportRun } from '../../queries/imports/import';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { cancelImport, useImportsChanged } from './import-data';

/** Cancels an import that is under way. */
export function CancelButton({ run }: { readonly run: ImportRun }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_import:write');
  const changed = useImportsChanged(projectId);
  const cancel = useMutation({
    mutationFn: () => cancelImport(projectId, run.id),
    // It may have ended in the meantime, so that its state is also reloaded after an error.
    onSettled: () => changed(),
  });
  if (run.status !== 'queued' && run.status !== 'running') return null;
  return (
    <Button
      kind="quiet"
      icon="x"
      busy={cancel.isPending}
      blockedBy={blockedBy}
      onClick={() => cancel.mutate()}
    >
      Cancel
    </Button>
  );
}
