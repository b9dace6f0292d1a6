import { useQueryClient } from '@tanstack/react-query';
import { useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import type { Action } from './action-data';
import { deleteAction } from './action-data';

/** Deletes an action after a confirmation. */
export function DeleteButton(props: {
  readonly action: Action;
  readonly blockedBy: string | null;
  readonly onDeleted: () => void;
}) {
  const { action, blockedBy, onDeleted } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const remove = async (): Promise<void> => {
    await deleteAction(projectId, action.id);
    onDeleted();
    await client.invalidateQueries({ queryKey: ['actions', projectId] });
    go({ path: 'data-management/actions' });
  };
  return (
    <ConfirmButton
      label="Delete the action"
      text="Delete"
      blockedBy={blockedBy}
      title={`Delete ${action.name ?? 'the action'}?`}
      onConfirm={remove}
    >
      Insights and cohorts that use it no longer count anything for it. No event is deleted.
    </ConfirmButton>
  );
}
