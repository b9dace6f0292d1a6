import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { backfillProblem } from '../../../queries/data/exports';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { Button } from '../../../ui/button/button';
import { TextField } from '../../../ui/field/field';
import { Notice } from '../../../ui/state/states';
import { toast } from '../../../ui/toast/toasts';
import type { BatchExport } from './export-data';
import { backfill, useExportsChanged } from './export-data';
import styles from './exports.module.css';

/** A form that exports a range of days again. */
export function BackfillForm({ batchExport }: { readonly batchExport: BatchExport }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_export:write');
  const changed = useExportsChanged(projectId);
  const [range, setRange] = useState({ from: '', to: '' });
  const problem = backfillProblem(range.from, range.to);
  const start = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => backfill(projectId, batchExport.id, range),
    onSuccess: async () => {
      toast('success', 'The range is being exported.');
      setRange({ from: '', to: '' });
      await changed();
    },
  });
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) start.mutate();
        }}
      >
        <TextField
          label="From the day"
          type="date"
          hint="Empty: from the first event"
          disabled={blockedBy !== null}
          value={range.from}
          onChange={({ target }) => setRange({ ...range, from: target.value })}
        />
        <TextField
          label="Before the day"
          type="date"
          hint="Empty: until now. Days are in UTC."
          error={problem}
          disabled={blockedBy !== null}
          value={range.to}
          onChange={({ target }) => setRange({ ...range, to: target.value })}
        />
        <Button
          type="submit"
          icon="send"
          busy={start.isPending}
          disabled={problem !== null}
          blockedBy={blockedBy}
        >
          Export the range
        </Button>
      </form>
      {start.error !== null && <Notice kind="danger">{messageOf(start.error)}</Notice>}
    </>
  );
}
