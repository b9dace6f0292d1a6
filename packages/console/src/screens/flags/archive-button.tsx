import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Flag } from '../../queries/flags/flag';
import { useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { toast } from '../../ui/toast/toasts';
import { setFlagArchived } from './flag-data';

/**
 * A button that archives a flag, which turns it off, or restores it. It asks for no confirmation, because nothing is
 * lost.
 */
export function ArchiveButton(props: {
  readonly flag: Pick<Flag, 'id' | 'key' | 'archived'>;
  readonly blockedBy: string | null;
  /** Whether the user stays on the screen afterwards. */
  readonly stays?: boolean;
}) {
  const { flag, blockedBy, stays = false } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const isArchived = flag.archived === true;
  const change = useMutation({
    mutationFn: () => setFlagArchived(projectId, flag.id, !isArchived),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['flags', projectId] });
      toast('success', isArchived ? `Restored ${flag.key}. It is off.` : `Archived ${flag.key}.`);
      if (!stays) go({ path: 'feature_flags' });
    },
  });
  const verb = isArchived ? 'Restore' : 'Archive';
  return (
    <Button
      kind="quiet"
      icon="history"
      busy={change.isPending}
      blockedBy={blockedBy}
      aria-label={stays ? `${verb} ${flag.key}` : undefined}
      onClick={() => change.mutate()}
    >
      {verb}
    </Button>
  );
}
