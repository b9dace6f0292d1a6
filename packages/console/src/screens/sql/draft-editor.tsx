import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { statementAt } from '../../queries/sql/statements';
import type { SqlTab } from '../../queries/sql/tabs';
import type { SqlEditorHandle } from '../../ui/editor/sql-editor';
import SqlEditor from '../../ui/editor/sql-editor';
import { schemaQuery } from '../../ui/editor/table-schema';
import { FailedNotice } from '../../ui/state/states';
import { checkAt, functionsQuery, localAt, remoteAt } from './editor-sources';

interface DraftEditorProps {
  readonly ref: Ref<SqlEditorHandle>;
  readonly projectId: number;
  readonly tab: SqlTab;
  /** Returns the query node of a statement, with its variables and filters. */
  readonly nodeOf: (text: string) => HogQLQuery;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly onSave: () => void;
}

/** The editor of a draft, with completion for the tables and functions of the project. */
export default function DraftEditor(props: DraftEditorProps) {
  const { ref, projectId, tab, nodeOf, onChange, onRun, onSave } = props;
  const tables = useQuery(schemaQuery(projectId));
  const names = useQuery(functionsQuery(projectId));
  const schema = tables.data ?? null;
  const functions = names.data ?? [];
  return (
    <>
      <FailedNotice query={tables} />
      {tables.isError || <FailedNotice query={names} />}
      <SqlEditor
        key={tab.id}
        ref={ref}
        label={`SQL of ${tab.insight?.name ?? tab.title}`}
        initialText={tab.text}
        onChange={onChange}
        onRun={onRun}
        onSave={onSave}
        local={(text, offset) => localAt(schema, functions, text, offset)}
        remote={(text, offset, signal) => remoteAt(projectId, text, offset, signal)}
        check={(text, offset, signal) => {
          const part = statementAt(text, offset);
          return checkAt(projectId, nodeOf(part?.text ?? ''), part, signal);
        }}
      />
    </>
  );
}
