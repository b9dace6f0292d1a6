import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '../../../api/api-error';
import type { JoinDraft } from '../../../queries/data/tables';
import { EMPTY_JOIN, keysOf } from '../../../queries/data/tables';
import { copyText } from '../../../queries/grid/cell-text';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { useKeptDraft } from '../../../session/use-kept-draft';
import { Button } from '../../../ui/button/button';
import { schemaQuery } from '../../../ui/editor/table-schema';
import { TextField } from '../../../ui/field/field';
import { Card, Row } from '../../../ui/layout/page';
import { FailedNotice, Notice } from '../../../ui/state/states';
import { toast } from '../../../ui/toast/toasts';
import { createJoin, tryJoin } from './table-data';
import { useTablesChanged } from './use-tables-changed';
import styles from './tables.module.css';

/** A form that creates a join, with suggestions for tables and fields. */
export function JoinForm() {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('warehouse_view:write');
  const changed = useTablesChanged(projectId);
  const { draft, setDraft, isChanged } = useKeptDraft(`join/${projectId}/new`, EMPTY_JOIN);
  const attempt = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => tryJoin(projectId, draft),
  });
  const create = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => createJoin(projectId, draft),
    onSuccess: async ({ field_name: field }) => {
      setDraft(EMPTY_JOIN);
      toast('success', `Saved the join ${field}.`);
      await changed();
    },
  });
  const set = (next: JoinDraft): void => {
    attempt.reset();
    create.reset();
    setDraft(next);
  };
  const { field_name: field, ...sides } = draft;
  const hasSides = Object.values(sides).every((value) => value.trim() !== '');
  const error = create.error ?? attempt.error;
  return (
    <Card title="New join">
      <form
        className={styles.joinForm}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Fields draft={draft} isBlocked={blockedBy !== null} onChange={set} />
        <Row>
          <Button
            kind="primary"
            type="submit"
            icon="plus"
            disabled={!hasSides || field.trim() === ''}
            busy={create.isPending}
            blockedBy={blockedBy}
          >
            Create the join
          </Button>
          <Button
            icon="play"
            disabled={!hasSides}
            busy={attempt.isPending}
            blockedBy={blockedBy}
            onClick={() => attempt.mutate()}
          >
            Test the join
          </Button>
          {isChanged && (
            <Button kind="quiet" onClick={() => set(EMPTY_JOIN)}>
              Discard
            </Button>
          )}
        </Row>
      </form>
      {error !== null && <Notice kind="danger">{messageOf(error)}</Notice>}
      {attempt.data !== undefined && <Attempt keys={attempt.data} />}
    </Card>
  );
}

function Attempt({ keys }: { readonly keys: readonly unknown[] }) {
  if (keys.length === 0) {
    return (
      <Notice kind="warning">
        No row of one table has a key of the other. The join would not find any rows now.
      </Notice>
    );
  }
  const shown = [...new Set(keys.map((key) => copyText(key)))];
  return <Notice kind="success">Rows of both tables have these keys: {shown.join(', ')}.</Notice>;
}

function Fields(props: {
  readonly draft: JoinDraft;
  readonly isBlocked: boolean;
  readonly onChange: (draft: JoinDraft) => void;
}) {
  const { draft, isBlocked, onChange } = props;
  const read = useQuery(schemaQuery(useProjectId()));
  const schema = read.data?.tables ?? {};
  const field = (name: keyof JoinDraft, label: string, proposals: readonly string[] = []) => (
    <ProposedField
      label={label}
      value={draft[name]}
      proposals={proposals}
      isBlocked={isBlocked}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  );
  const tables = Object.keys(schema);
  return (
    <>
      <FailedNotice query={read} />
      {field('source_table_name', 'Table', tables)}
      {field('source_table_key', 'Key of the table', keysOf(schema[draft.source_table_name]))}
      {field('joining_table_name', 'Other table', tables)}
      {field(
        'joining_table_key',
        'Key of the other table',
        keysOf(schema[draft.joining_table_name]),
      )}
      {field('field_name', 'Name of the new field')}
    </>
  );
}

/** A text field with suggestions from a `datalist`, which supports the keyboard and screen readers. */
function ProposedField(props: {
  readonly label: string;
  readonly value: string;
  readonly proposals: readonly string[];
  readonly isBlocked: boolean;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, proposals, isBlocked, onChange } = props;
  const id = useId();
  return (
    <>
      <TextField
        label={label}
        list={proposals.length === 0 ? undefined : id}
        maxLength={400}
        spellCheck={false}
        autoComplete="off"
        disabled={isBlocked}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {proposals.length > 0 && (
        <datalist id={id}>
          {proposals.map((proposal) => (
            <option key={proposal} value={proposal} />
          ))}
        </datalist>
      )}
    </>
  );
}
