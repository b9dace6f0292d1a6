import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { statementAt } from '../../queries/sql/statements';
import { useBlockedBy } from '../../session/me';
import type { SqlEditorHandle } from '../../ui/editor/sql-editor';
import { toast } from '../../ui/toast/toasts';
import { updateSaved } from './saved';
import type { Workbench } from './use-workbench';

export type Saving = ReturnType<typeof useSaving>;

/** Saves the statement at the cursor in its insight. If it has no insight, a dialog asks for a name. */
export function useSaving(
  projectId: number,
  bench: Workbench,
  editor: { readonly current: SqlEditorHandle | null },
) {
  const [asked, setAsked] = useState<HogQLQuery | null>(null);
  const blockedBy = useBlockedBy('insight:write');
  const client = useQueryClient();
  const { tab, nodeOf } = bench;
  const update = useMutation({
    mutationFn: (saved: { readonly shortId: string; readonly query: HogQLQuery }) =>
      updateSaved(projectId, saved.shortId, saved.query),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['insights', projectId] });
      toast('success', 'Saved.');
    },
  });
  const save = (): void => {
    const text = statementOf(editor.current);
    if (blockedBy !== null) toast('danger', blockedBy);
    else if (text === '') toast('danger', 'There is no statement to save.');
    else if (tab.insight === null) setAsked(nodeOf(text));
    else update.mutate({ shortId: tab.insight.shortId, query: nodeOf(text) });
  };
  return { save, asked, blockedBy, close: () => setAsked(null), isPending: update.isPending };
}

/** The statement at the cursor; empty if the editor is not loaded yet. */
export function statementOf(editor: SqlEditorHandle | null): string {
  const read = editor?.read();
  return read === undefined ? '' : (statementAt(read.text, read.to)?.text ?? '');
}
