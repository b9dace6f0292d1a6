import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { canRunAgain, isUnderWay, statusWords } from '../../../queries/data/exports';
import { numberWords } from '../../../queries/numbers';
import { bytesText } from '../../../queries/sql/bytes-text';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { useOffset } from '../../../session/use-offset';
import { Button } from '../../../ui/button/button';
import { Card } from '../../../ui/layout/page';
import { ErrorState, Loading } from '../../../ui/state/states';
import { Pager } from '../../../ui/table/pager';
import { CellNote, NumberCell, Table } from '../../../ui/table/table';
import { Badge } from '../../../ui/text/badge';
import { Timestamp } from '../../../ui/text/timestamp';
import { BackfillForm } from './backfill-form';
import type { BatchExport, ExportRun } from './export-data';
import { cancelRun, RUN_ROWS, runAgain, runListQuery, useExportsChanged } from './export-data';
import styles from './exports.module.css';

const COLUMNS = [
  { label: 'Range' },
  { label: 'State' },
  { label: 'Rows', isNumber: true },
  { label: 'Size', isNumber: true },
  { label: 'Finished' },
  { label: 'Commands' },
];

/** The latest runs of all exports in one list. */
export function LatestRuns(props: {
  readonly exports: readonly BatchExport[];
  readonly zone: string;
}) {
  const { exports, zone } = props;
  const names = new Map(exports.map(({ id, name }) => [id, name]));
  const runs = exports
    .flatMap(({ latest_runs: latest }) => latest)
    .sort((one, other) => other.created_at.localeCompare(one.created_at));
  return (
    <Card title="Latest runs">
      {runs.length === 0 ? (
        <p className={styles.note}>
          No export has run yet. Each runs when its first interval ends.
        </p>
      ) : (
        <RunTable runs={runs} zone={zone} names={names} />
      )}
    </Card>
  );
}

/** All runs of one export, and a form that exports a range again. */
export function RunsOfExport(props: { readonly batchExport: BatchExport; readonly zone: string }) {
  const { batchExport, zone } = props;
  const projectId = useProjectId();
  const [offset, changeOffset] = useOffset();
  const page = useQuery(runListQuery(projectId, batchExport.id, offset));
  const runs = page.data?.results ?? [];
  return (
    <Card
      title={`Runs of ${batchExport.name}`}
      actions={<ProjectLink path="data-management/exports">Runs of all exports</ProjectLink>}
    >
      <BackfillForm batchExport={batchExport} />
      {page.isPending && <Loading label="Loading runs" />}
      {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {page.data?.count === 0 && (
        <p className={styles.note}>No runs yet. The first one starts when an interval ends.</p>
      )}
      {runs.length > 0 && <RunTable runs={runs} zone={zone} />}
      <Pager
        offset={offset}
        size={RUN_ROWS}
        shown={runs.length}
        count={page.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Card>
  );
}

function RunTable(props: {
  readonly runs: readonly ExportRun[];
  readonly zone: string;
  /** The names of the exports; absent if all runs are of one export. */
  readonly names?: ReadonlyMap<string, string>;
}) {
  const { runs, zone, names } = props;
  const columns = names === undefined ? COLUMNS : [{ label: 'Export' }, ...COLUMNS];
  return (
    <Table label="Runs" columns={columns}>
      {runs.map((run) => (
        <RunRow key={run.id} run={run} zone={zone} name={names?.get(run.batch_export)} />
      ))}
    </Table>
  );
}

function RunRow(props: { readonly run: ExportRun; readonly zone: string; readonly name?: string }) {
  const { run, zone, name } = props;
  const { records_completed: rows, records_total_count: total, bytes_exported: bytes } = run;
  const { text, tone } = statusWords(run.status);
  const range = (
    <>
      <Timestamp value={run.data_interval_start} zone={zone} without="from the first row" /> to{' '}
      <Timestamp value={run.data_interval_end} zone={zone} />
      {run.backfill !== null && <CellNote>requested range</CellNote>}
    </>
  );
  return (
    <tr>
      <RowHead name={name}>{range}</RowHead>
      <td className={styles.text}>
        <Badge tone={tone}>{text}</Badge>
        {run.latest_error !== null && <CellNote>{run.latest_error}</CellNote>}
      </td>
      <NumberCell>
        {rows === null ? '–' : numberWords(rows)}
        {total !== null && total !== rows && ` of ${numberWords(total)}`}
      </NumberCell>
      <NumberCell>{bytes === null ? '–' : bytesText(bytes)}</NumberCell>
      <td>
        <Timestamp value={run.finished_at} zone={zone} without="not yet" />
      </td>
      <td>
        <RunCommand run={run} />
      </td>
    </tr>
  );
}

/** The first cells of a row: the export and the range, or only the range if all runs are of one export. */
function RowHead({ name, children }: { readonly name?: string; readonly children: ReactNode }) {
  if (name === undefined) return <th scope="row">{children}</th>;
  return (
    <>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </>
  );
}

function RunCommand({ run }: { readonly run: ExportRun }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('batch_export:write');
  const changed = useExportsChanged(projectId);
  const command = useMutation({
    mutationFn: (act: typeof cancelRun) => act(projectId, run),
    // The run may have ended in the meantime, so that its state is also reloaded after an error.
    onSettled: () => changed(),
  });
  const common = { kind: 'quiet', busy: command.isPending, blockedBy } as const;
  if (isUnderWay(run.status)) {
    return (
      <Button {...common} icon="x" onClick={() => command.mutate(cancelRun)}>
        Cancel
      </Button>
    );
  }
  if (!canRunAgain(run.status)) return null;
  return (
    <Button {...common} icon="refresh-cw" onClick={() => command.mutate(runAgain)}>
      Run again
    </Button>
  );
}
