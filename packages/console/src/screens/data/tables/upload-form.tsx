import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../../api/api-error';
import type { FileFormat } from '../../../queries/data/tables';
import { fileProblem, formatOf, FORMATS, nameOf } from '../../../queries/data/tables';
import { counted } from '../../../queries/numbers';
import { useProjectId } from '../../../session/me';
import { Button } from '../../../ui/button/button';
import { SelectField, TextField } from '../../../ui/field/field';
import { Card } from '../../../ui/layout/page';
import { Notice } from '../../../ui/state/states';
import { toast } from '../../../ui/toast/toasts';
import type { WarehouseTable } from './table-data';
import { isLoading, uploadTable } from './table-data';
import { useTablesChanged } from './use-tables-changed';
import styles from './tables.module.css';

/** A form that creates a table from a file, or loads another file into an uploaded table. */
export function UploadForm(props: {
  readonly tables: readonly WarehouseTable[];
  readonly blockedBy: string | null;
}) {
  const { tables, blockedBy } = props;
  const projectId = useProjectId();
  const changed = useTablesChanged(projectId);
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [format, setFormat] = useState<FileFormat>('CSVWithNames');
  const [file, setFile] = useState<File | null>(null);
  const former = tables.find((table) => table.name === name);
  const problem = file === null ? null : fileProblem(file);
  const upload = useMutation({
    meta: { showsOwnError: true },
    mutationFn: (chosen: File) => uploadTable(projectId, { name, format, file: chosen }),
    onSuccess: async (table) => {
      if (isLoading(table)) toast('success', `${table.name} is being loaded.`);
      else if (table.status === 'failed') toast('danger', `${table.name} could not be loaded.`);
      else toast('success', `Loaded ${table.name}.`);
      form.current?.reset();
      setName('');
      setFile(null);
      await changed();
    },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    if (chosen === null) return;
    setFormat(formatOf(chosen.name) ?? format);
    if (name === '') setName(nameOf(chosen.name));
  };
  return (
    <Card title="New table">
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== null) upload.mutate(file);
        }}
      >
        <TextField
          label="File"
          type="file"
          required
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.parquet"
          hint="At most 50 MB."
          error={problem}
          disabled={blockedBy !== null}
          onChange={({ target }) => choose(target.files?.[0] ?? null)}
        />
        <TextField
          label="Name"
          required
          maxLength={128}
          spellCheck={false}
          hint="The name of the table in SQL."
          disabled={blockedBy !== null}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label="Format"
          hint="Types of columns are read from the values."
          value={format}
          options={FORMATS}
          disabled={blockedBy !== null}
          onChange={setFormat}
        />
        <Button
          kind="primary"
          type="submit"
          icon="plus"
          busy={upload.isPending}
          disabled={problem !== null}
          blockedBy={blockedBy}
        >
          Upload
        </Button>
      </form>
      {former !== undefined && (
        <Notice kind="warning">
          There is a table {name}. The upload replaces
          {former.row_count === null ? ' its rows' : ` its ${counted(former.row_count, 'row')}`}.
        </Notice>
      )}
      {upload.error !== null && <Notice kind="danger">{messageOf(upload.error)}</Notice>}
    </Card>
  );
}
