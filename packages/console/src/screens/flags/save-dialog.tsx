import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../api/api-error';
import type { Flag, FlagDraft } from '../../queries/flags/flag';
import { flagDifferences } from '../../queries/flags/flag-words';
import { useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Stack } from '../../ui/layout/page';
import { FailedNotice, Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { proposalOf } from '../../queries/flags/proposal';
import { Differences } from './differences';
import { dependentFlagsQuery, flagQuery, saveFlag } from './flag-data';

interface Props {
  readonly draft: FlagDraft;
  readonly original: Flag | null;
  readonly onClose: () => void;
  readonly onSaved: (flag: Flag) => void;
  /** Loads the version that another user saved, and keeps the draft. */
  readonly onReload: (current: Flag) => void;
}

/**
 * Shows the changes and the number of people they affect. If another user saved first, it offers ways to resolve the
 * conflict.
 */
export function SaveDialog({ draft, original, onClose, onSaved, onReload }: Props) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveFlag(projectId, draft, original),
    onSuccess: async (flag) => {
      await client.invalidateQueries({ queryKey: ['flags', projectId] });
      toast('success', `Saved ${flag.key}.`);
      onSaved(flag);
    },
  });
  const proposalId = proposalOf(save.error);
  const isConflict =
    save.error instanceof ApiError && save.error.status === 409 && proposalId === null;
  const reload = async (): Promise<void> => {
    if (original === null) return;
    await client.invalidateQueries({ queryKey: ['flags', projectId, String(original.id)] });
    onReload(await client.query(flagQuery(projectId, String(original.id))));
  };
  return (
    <Dialog
      title={original === null ? `Create ${draft.key}` : `Save ${original.key}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          {proposalId !== null ? (
            <Button
              kind="primary"
              onClick={() => go({ path: 'feature_flags/proposals', search: { id: proposalId } })}
            >
              Show the proposal
            </Button>
          ) : isConflict ? (
            <Button kind="primary" onClick={() => void reload()}>
              Show the other change
            </Button>
          ) : (
            <Button kind="primary" icon="save" busy={save.isPending} onClick={() => save.mutate()}>
              {original === null ? 'Create' : 'Save these changes'}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {original === null ? (
          <p>The flag is evaluated with the next request of a client.</p>
        ) : (
          <Differences differences={flagDifferences(original, draft)} />
        )}
        {original !== null && <Dependents flag={original} />}
        {proposalId !== null && (
          <Notice kind="info">
            {messageOf(save.error)} Another person approves or rejects it; give a reason there.
          </Notice>
        )}
        {save.isError && proposalId === null && (
          <Notice kind="danger">{messageOf(save.error)}</Notice>
        )}
      </Stack>
    </Dialog>
  );
}

function Dependents({ flag }: { readonly flag: Flag }) {
  const dependents = useQuery(dependentFlagsQuery(useProjectId(), flag.id));
  const { data = [] } = dependents;
  if (dependents.isError && data.length === 0) {
    return (
      <>
        <p>The flags that depend on this one could not be loaded. There may be some.</p>
        <FailedNotice query={dependents} />
      </>
    );
  }
  if (data.length === 0) return null;
  return (
    <Notice kind="warning">
      Flags that depend on this one: {data.map(({ key }) => key).join(', ')}.
    </Notice>
  );
}
