import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { TextField } from '../../ui/field/field';
import type { SavedQuery } from './saved';
import { createSaved } from './saved';

interface SaveDialogProps {
  readonly projectId: number;
  /** The query to save; null closes the dialog. */
  readonly query: HogQLQuery | null;
  readonly onClose: () => void;
  readonly onSaved: (saved: SavedQuery) => void;
}

/** A dialog that asks for a name and saves the query as an insight. */
export function SaveDialog({ projectId, query, onClose, onSaved }: SaveDialogProps) {
  const [name, setName] = useState('');
  const client = useQueryClient();
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: (node: HogQLQuery) => createSaved(projectId, name.trim(), node),
    onSuccess: (saved) => {
      void client.invalidateQueries({ queryKey: ['insights', projectId] });
      setName('');
      onSaved(saved);
    },
  });
  const canSave = name.trim() !== '' && query !== null;
  return (
    <Dialog
      title="Save the query"
      isOpen={query !== null}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            icon="save"
            type="submit"
            form="sql-save"
            busy={save.isPending}
            disabled={!canSave}
          >
            Save
          </Button>
        </>
      }
    >
      <form
        id="sql-save"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) save.mutate(query);
        }}
      >
        <TextField
          label="Name"
          autoFocus
          maxLength={400}
          value={name}
          hint="It is saved as an insight, which you can add to dashboards."
          error={save.error === null ? null : messageOf(save.error)}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
