import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../api/api-error';
import type { Flag, FlagDraft } from '../../queries/flags/flag';
import type { Difference } from '../../queries/flags/flag-words';
import { flagDifferences } from '../../queries/flags/flag-words';
import { useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { dependentFlagsQuery, flagQuery, saveFlag } from './flag-data';
import styles from './flags.module.css';

interface Props {
  readonly draft: FlagDraft;
  readonly original: Flag | null;
  readonly onClose: () => void;
  readonly onSaved: (flag: Flag) => void;
  /** Takes over the flag that somebody else saved, with the draft kept. */
  readonly onReload: (current: Flag) => void;
}

/** What saving will change, whom it touches, and what to do when somebody else was faster. */
export function SaveDialog({ draft, original, onClose, onSaved, onReload }: Props) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveFlag(projectId, draft, original),
    onSuccess: async (flag) => {
      await client.invalidateQueries({ queryKey: ['flags', projectId] });
      toast('success', `Saved ${flag.key}.`);
      onSaved(flag);
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 409;
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
          {isConflict ? (
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
        {save.isError && <Notice kind="danger">{messageOf(save.error)}</Notice>}
      </Stack>
    </Dialog>
  );
}

/** A table of what was and what will be. */
export function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <table className={`${styles.table} ${styles.differences}`}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ part, before, after }) => (
          <tr key={part}>
            <th scope="row">{part}</th>
            <td className={styles.removed}>{before === '' ? '(none)' : before}</td>
            <td className={styles.added}>{after === '' ? '(none)' : after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Dependents({ flag }: { readonly flag: Flag }) {
  const { data = [] } = useQuery(dependentFlagsQuery(useProjectId(), flag.id));
  if (data.length === 0) return null;
  return (
    <Notice kind="warning">
      Flags that depend on this one: {data.map(({ key }) => key).join(', ')}.
    </Notice>
  );
}
