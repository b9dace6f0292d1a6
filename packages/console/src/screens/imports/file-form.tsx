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
  importFilesProblem,
} from '../../queries/imports/import';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { Notice } from '../../ui/state/states';
import { CsvMappingFields } from './csv-fields';
import { importFiles } from './import-data';
import styles from './imports.module.css';

/** The number of bytes of a CSV that are read to find its columns. */
const FIRST_BYTES = 64 * 1024;

/** A form that imports files exported from another service. */
export function FileForm({ onStarted }: { readonly onStarted: (run: ImportRun) => void }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_import:write');
  const form = useRef<HTMLFormElement>(null);
  const [source, setSource] = useState<FileSource>('segment');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [csv, setCsv] = useState(EMPTY_CSV);
  const fileProblem = importFilesProblem(files);
  const mappingProblem = source === 'csv' ? csvProblem(csv) : null;
  const start = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () =>
      importFiles(projectId, {
        source,
        mapping: source === 'csv' ? csvMapping(csv) : null,
        files,
      }),
    onSuccess: (run) => {
      form.current?.reset();
      setFiles([]);
      setColumns([]);
      onStarted(run);
    },
  });
  const choose = async (chosen: readonly File[]): Promise<void> => {
    setFiles(chosen);
    const csvFile = chosen.find(({ name }) => /\.csv$/i.test(name));
    const beginning = await csvFile?.slice(0, FIRST_BYTES).text();
    setColumns(beginning === undefined ? [] : columnsOf(beginning));
  };
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (files.length > 0) start.mutate();
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
        label="Files"
        type="file"
        multiple
        required
        hint="One or more files of the same source, at most 50 MB in total, compressed or uncompressed."
        error={fileProblem}
        disabled={blockedBy !== null}
        onChange={({ target }) => void choose([...(target.files ?? [])])}
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
          Import the files
        </Button>
      </div>
      {start.error !== null && <Notice kind="danger">{messageOf(start.error)}</Notice>}
    </form>
  );
}
