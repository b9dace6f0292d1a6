import { durationWords } from '../../queries/numbers';
import { byService, failedChecks, serviceWords } from '../../queries/status/status-words';
import { timestampText, timestampTitle } from '../../queries/time-text';
import { EmptyState } from '../../ui/state/states';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import type { InstanceStatus } from '../../session/instance-status';

type Process = InstanceStatus['processes'][number];

const STATES = {
  ready: { tone: 'success', label: 'ready' },
  unready: { tone: 'danger', label: 'not ready' },
  missing: { tone: 'danger', label: 'missing' },
} as const;

/** A table of all processes with the state of their dependencies. */
export function ProcessTable({
  processes,
  zone,
}: {
  readonly processes: readonly Process[];
  readonly zone: string;
}) {
  if (processes.length === 0) {
    return (
      <EmptyState title="No process has reported">
        Processes report to Redis: their state is unknown while Redis cannot be reached.
      </EmptyState>
    );
  }
  return (
    <Table
      label="Processes"
      columns={[
        { label: 'Service' },
        { label: 'State' },
        { label: 'Host and process' },
        { label: 'Version' },
        { label: `Started (${zone})` },
        { label: 'Last report', isNumber: true },
      ]}
    >
      {byService(processes).map((process) => (
        <tr key={process.id}>
          <th scope="row">{serviceWords(process.service)}</th>
          <td>
            <State process={process} />
          </td>
          <td>
            {process.host}, {process.pid}
          </td>
          <td>{process.version}</td>
          <td title={timestampTitle(process.started_at, zone)}>
            {timestampText(process.started_at, zone)}
          </td>
          <NumberCell>{durationWords(process.seen_seconds_ago)} ago</NumberCell>
        </tr>
      ))}
    </Table>
  );
}

function State({ process }: { readonly process: Process }) {
  const { tone, label } = STATES[process.state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {process.state === 'missing' && (
        <CellNote>It ended unexpectedly, or cannot reach Redis.</CellNote>
      )}
      {process.state === 'unready' &&
        failedChecks(process.checks).map((text) => <CellNote key={text}>{text}</CellNote>)}
    </>
  );
}
