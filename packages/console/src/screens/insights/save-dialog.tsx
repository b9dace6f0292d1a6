import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryNode } from '../../queries/query-link';
import { useProjectId } from '../../session/me';
import { toast } from '../../ui/toast/toasts';
import { RenameDialog } from './rename-dialog';
import type { SavedInsight } from './saved-insights';
import { createInsight, savedNode } from './saved-insights';

/** A dialog that saves a query as a new insight. */
export function SaveDialog(props: {
  readonly query: QueryNode;
  /** The suggested name. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onSaved: (insight: SavedInsight) => void;
}) {
  const { query, name, onClose, onSaved } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (text: string) => createInsight(projectId, { name: text, query: savedNode(query) }),
    onSuccess: async (insight) => {
      await client.invalidateQueries({ queryKey: ['insights', projectId] });
      toast('success', 'Saved.');
      onSaved(insight);
    },
  });
  return (
    <RenameDialog
      title="Save the insight"
      name={name}
      busy={save.isPending}
      onClose={onClose}
      onDone={(text) => save.mutate(text)}
    />
  );
}
