import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { FileSource, ImportRun } from '../../queries/imports/import';
import {
  columnsOf,
  csvMapping,
  csvProblem,
  EMPTY_CSV,
  FILE_SOURCES,
  importFileProblem,
} from '../../queries/imports/import';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { Notice } from '../../ui/state/states';
import { CsvMappingFields } from './csv-fields';
import { importFile } from './import-data';
import styles from './imports.module.css';

/** Bytes that are read of a CSV to show its columns. */
const FIRST_BYTES = 64 * 1024;

/** Imports a file that another service has exported. */
export function FileForm({ onStarted }: { readonly onStarted: (run: ImportRun) => void }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_import:write');
  const form = useRef<HTMLFormElement>(null);
  const [source, setSource] = useState<FileSource>('segment');
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [csv, setCsv] = useState(EMPTY_CSV);
  const fileProblem = file === null ? null : importFileProblem(file);
  const mappingProblem = source === 'csv' ? csvProblem(csv) : null;
  const start = useMutation({
    meta: { showsOwnError: true },
    mutationFn: (chosen: File) =>
      importFile(projectId, {
        source,
        mapping: source === 'csv' ? csvMapping(csv) : null,
        file: chosen,
      }),
    onSuccess: (run) => {
      form.current?.reset();
      setFile(null);
      setColumns([]);
      onStarted(run);
    },
  });
  const choose = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    const isCsv = chosen !== null && /\.csv$/i.test(chosen.name);
    setColumns(isCsv ? columnsOf(await chosen.slice(0, FIRST_BYTES).text()) : []);
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null) start.mutate(file);
      }}
    >
      <SelectField
        label="Source"
        value={source}
        options={FILE_SOURCES}
        disabled={blockedBy !== null}
        onChange={setSource}
      />
      <TextField
        label="File"
        type="file"
        required
        hint="At most 50 MB, packed by gzip or not."
        error={fileProblem}
        disabled={blockedBy !== null}
        onChange={({ target }) => void choose(target.files?.[0] ?? null)}
      />
      {source === 'csv' && <CsvMappingFields fields={csv} columns={columns} onChange={setCsv} />}
      {mappingProblem !== null && <p className={styles.note}>{mappingProblem}</p>}
      <div>
        <Button
          kind="primary"
          type="submit"
          icon="download"
          busy={start.isPending}
          disabled={fileProblem !== null || mappingProblem !== null}
          blockedBy={blockedBy}
        >
          Import the file
        </Button>
      </div>
      {start.error !== null && <Notice kind="danger">{messageOf(start.error)}</Notice>}
    </form>
  );
}
