import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Icon } from '../../ui/icon/icon';
import { Menu, MenuItem } from '../../ui/menu/menu';
import type { Cohort } from './cohort-data';
import { deleteCohort, duplicateAsStatic } from './cohort-data';

/** A menu with the commands for a cohort. */
export function CohortMenu({ cohort }: { readonly cohort: Cohort }) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const isBlocked = useBlockedBy('cohort:write') !== null;
  const [isAsking, setAsking] = useState(false);
  const refresh = (): Promise<unknown> =>
    client.invalidateQueries({ queryKey: ['cohorts', projectId, 'list'] });
  const copy = useMutation({
    mutationFn: () => duplicateAsStatic(projectId, cohort.id),
    onSuccess: async ({ id }) => {
      await refresh();
      go({ path: `cohorts/${id}` });
    },
  });
  const remove = useMutation({
    mutationFn: () => deleteCohort(projectId, cohort.id),
    onSuccess: async () => {
      go({ path: 'cohorts', replace: true });
      await refresh();
    },
    onSettled: () => setAsking(false),
  });
  const name = cohort.name || `Cohort ${cohort.id}`;
  return (
    <>
      <Menu isCompact label="Commands for the cohort" trigger={<Icon name="ellipsis" />}>
        {!cohort.is_static && (
          <MenuItem
            icon="copy"
            disabled={isBlocked || copy.isPending}
            onClick={() => copy.mutate()}
          >
            Copy its members into a static cohort
          </MenuItem>
        )}
        <MenuItem icon="trash-2" disabled={isBlocked} onClick={() => setAsking(true)}>
          Delete
        </MenuItem>
      </Menu>
      <Dialog
        title={`Delete ${name}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete the cohort
            </Button>
          </>
        }
      >
        <p>The persons are kept. A cohort that an active flag uses cannot be deleted.</p>
      </Dialog>
    </>
  );
}
