import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import type { Action } from './action-data';
import { deleteAction } from './action-data';

/** Deletes an action after it was asked for once more. */
export function DeleteButton(props: {
  readonly action: Action;
  readonly blockedBy: string | null;
  readonly onDeleted: () => void;
}) {
  const { action, blockedBy, onDeleted } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteAction(projectId, action.id),
    onSuccess: async () => {
      onDeleted();
      await client.invalidateQueries({ queryKey: ['actions', projectId] });
      go({ path: 'data-management/actions' });
    },
  });
  return (
    <>
      <Button kind="quiet" icon="trash-2" blockedBy={blockedBy} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Dialog
        title={`Delete ${action.name ?? 'the action'}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete the action
            </Button>
          </>
        }
      >
        <p>
          Insights and cohorts that name it count nothing for it from then on. No event is lost.
        </p>
      </Dialog>
    </>
  );
}
