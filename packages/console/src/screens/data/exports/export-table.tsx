import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { destinationWords, intervalWords, statusWords } from '../../../queries/data/exports';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { ProjectLink, useProjectNavigate } from '../../../session/project-link';
import { Button } from '../../../ui/button/button';
import { ConfirmButton } from '../../../ui/dialog/confirm-button';
import { Dialog } from '../../../ui/dialog/dialog';
import { CellNote, Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { Timestamp } from '../../../ui/text/timestamp';
import type { BatchExport } from './export-data';
import { continueExport, deleteExport, pauseExport, useExportsChanged } from './export-data';
import styles from './exports.module.css';

const COLUMNS = [
  { label: 'Export' },
  { label: 'Writes to' },
  { label: 'State' },
  { label: 'Last run' },
  { label: 'Commands' },
];

/** All exports with their destination, state and last run. */
export function ExportTable(props: {
  readonly exports: readonly BatchExport[];
  readonly zone: string;
}) {
  return (
    <Table label="Exports" columns={COLUMNS}>
      {props.exports.map((batchExport) => (
        <ExportRow key={batchExport.id} batchExport={batchExport} zone={props.zone} />
      ))}
    </Table>
  );
}

function ExportRow(props: { readonly batchExport: BatchExport; readonly zone: string }) {
  const { batchExport, zone } = props;
  const { id, name, model, destination, interval, paused, latest_runs: runs } = batchExport;
  const [last] = runs;
  return (
    <tr>
      <th scope="row">
        <ProjectLink
          path="data-management/exports"
          search={{ export: id }}
          className={styles.name}
          title={`Runs of ${name}`}
        >
          {name}
        </ProjectLink>
        <CellNote>
          {model}, {intervalWords(interval)}
        </CellNote>
      </th>
      <td className={styles.text}>{destinationWords(destination)}</td>
      <td>
        {paused ? <Badge tone="warning">paused</Badge> : <Badge tone="success">on</Badge>}
        {paused && (
          <CellNote>
            since <Timestamp value={batchExport.last_paused_at} zone={zone} without="the start" />
          </CellNote>
        )}
      </td>
      <td>
        {last === undefined ? (
          'not yet'
        ) : (
          <>
            <Badge tone={statusWords(last.status).tone}>{statusWords(last.status).text}</Badge>
            <CellNote>
              <Timestamp value={last.created_at} zone={zone} />
            </CellNote>
          </>
        )}
      </td>
      <td>
        <Commands batchExport={batchExport} />
      </td>
    </tr>
  );
}

function Commands({ batchExport }: { readonly batchExport: BatchExport }) {
  const { id, name, paused } = batchExport;
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_export:write');
  const changed = useExportsChanged(projectId);
  const go = useProjectNavigate();
  const [isAsking, setAsking] = useState(false);
  const pause = useMutation({
    mutationFn: () => pauseExport(projectId, id),
    onSuccess: () => changed(),
  });
  return (
    <div className={styles.commands}>
      {paused ? (
        <Button
          kind="quiet"
          icon="play"
          aria-label={`Continue ${name}`}
          blockedBy={blockedBy}
          onClick={() => setAsking(true)}
        >
          Continue
        </Button>
      ) : (
        <Button
          kind="quiet"
          icon="pause"
          aria-label={`Pause ${name}`}
          busy={pause.isPending}
          blockedBy={blockedBy}
          onClick={() => pause.mutate()}
        >
          Pause
        </Button>
      )}
      <Button
        kind="quiet"
        icon="pencil"
        aria-label={`Change ${name}`}
        blockedBy={blockedBy}
        onClick={() => go({ path: `data-management/exports/${id}` })}
      >
        Change
      </Button>
      <ConfirmButton
        label={`Delete ${name}`}
        text="Delete"
        blockedBy={blockedBy}
        title={`Delete ${name}?`}
        onConfirm={async () => {
          await deleteExport(projectId, id);
          await changed();
        }}
      >
        It does not run any more, and its runs are removed from the list. The files that it has
        written are kept.
      </ConfirmButton>
      {isAsking && <ContinueDialog batchExport={batchExport} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** A dialog that asks whether to export the intervals that the pause skipped. */
function ContinueDialog(props: {
  readonly batchExport: BatchExport;
  readonly onClose: () => void;
}) {
  const { batchExport, onClose } = props;
  const { id, name } = batchExport;
  const projectId = useProjectId();
  const changed = useExportsChanged(projectId);
  const proceed = useMutation({
    mutationFn: (makesUp: boolean) => continueExport(projectId, id, makesUp),
    onSuccess: () => changed(),
    onSettled: onClose,
  });
  return (
    <Dialog
      title={`Continue ${name}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button busy={proceed.isPending} onClick={() => proceed.mutate(true)}>
            Export the skipped intervals
          </Button>
          <Button kind="primary" busy={proceed.isPending} onClick={() => proceed.mutate(false)}>
            Continue from now
          </Button>
        </>
      }
    >
      <p>
        The intervals that passed while it was paused have not been exported. You can export them
        now, or skip them.
      </p>
    </Dialog>
  );
}
