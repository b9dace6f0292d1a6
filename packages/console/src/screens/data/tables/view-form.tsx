import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/api-error';
import type { HogQLQuery } from '../../../queries/sql/sql-query';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { QueryLink } from '../../../session/query-link';
import { useKeptDraft } from '../../../session/use-kept-draft';
import { useSaveKey } from '../../../session/use-save-key';
import { Button } from '../../../ui/button/button';
import { TextArea, TextField } from '../../../ui/field/field';
import { Card, Row } from '../../../ui/layout/page';
import { Notice } from '../../../ui/state/states';
import { toast } from '../../../ui/toast/toasts';
import type { SavedView } from './table-data';
import { saveView } from './table-data';
import { useTablesChanged } from './use-tables-changed';
import styles from './tables.module.css';

/** A form that creates or edits a view. */
export function ViewForm(props: { readonly view: SavedView | null; readonly onDone: () => void }) {
  const { view, onDone } = props;
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('warehouse_view:write');
  const changed = useTablesChanged(projectId);
  const stored = { name: view?.name ?? '', sql: view?.query.query ?? '' };
  const kept = useKeptDraft(`view/${projectId}/${view?.id ?? 'new'}`, stored);
  const { draft, setDraft, isChanged, forget } = kept;
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveView(projectId, view?.id ?? null, draft),
    onSuccess: async ({ name }) => {
      forget();
      setDraft({ name: '', sql: '' });
      toast('success', `Saved the view ${name}.`);
      await changed();
      onDone();
    },
  });
  const sql: HogQLQuery = { kind: 'HogQLQuery', query: draft.sql };
  const isComplete = draft.name.trim() !== '' && draft.sql.trim() !== '';
  const canSave = isChanged && isComplete && blockedBy === null && !save.isPending;
  useSaveKey(canSave, () => save.mutate());
  return (
    <Card title={view === null ? 'New view' : `Change the view ${view.name}`}>
      <form
        className={styles.viewForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave) save.mutate();
        }}
      >
        <TextField
          label="Name of the view"
          autoFocus={view !== null}
          maxLength={128}
          spellCheck={false}
          disabled={blockedBy !== null}
          value={draft.name}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
        <TextArea
          label="SQL"
          rows={5}
          spellCheck={false}
          placeholder="select id from customers where segment = 'gold'"
          disabled={blockedBy !== null}
          value={draft.sql}
          onChange={({ target }) => setDraft({ ...draft, sql: target.value })}
        />
        <Row>
          <Button
            kind="primary"
            type="submit"
            icon={view === null ? 'plus' : 'save'}
            disabled={!canSave}
            busy={save.isPending}
            blockedBy={blockedBy}
          >
            {view === null ? 'Create the view' : 'Save the view'}
          </Button>
          {(view !== null || isChanged) && (
            <Button
              kind="quiet"
              onClick={() => {
                setDraft(stored);
                onDone();
              }}
            >
              {view === null ? 'Discard' : 'Cancel'}
            </Button>
          )}
          {draft.sql.trim() !== '' && (
            <QueryLink path="sql" query={sql}>
              Try it in SQL
            </QueryLink>
          )}
        </Row>
      </form>
      {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
    </Card>
  );
}
