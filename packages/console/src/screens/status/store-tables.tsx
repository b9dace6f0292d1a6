import { numberWords, shareWords } from '../../queries/numbers';
import { bytesText } from '../../queries/sql/bytes-text';
import { queueWords, storeWords } from '../../queries/status/status-words';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import type { InstanceStatus } from '../../session/instance-status';

type Store = InstanceStatus['stores'][number];

/** The availability and disk space of each store. */
export function StoreTable({ stores }: { readonly stores: readonly Store[] }) {
  return (
    <Table
      label="Stores"
      columns={[
        { label: 'Store' },
        { label: 'State' },
        { label: 'Version' },
        { label: 'Stored', isNumber: true },
        { label: 'Free', isNumber: true },
      ]}
    >
      {stores.map((store) => (
        <tr key={store.name}>
          <th scope="row">{storeWords(store.name)}</th>
          <td>
            <State store={store} />
            {store.error !== null && <CellNote>{store.error}</CellNote>}
          </td>
          <td>{store.version ?? '–'}</td>
          <NumberCell>
            {store.stored_bytes === null ? '–' : bytesText(store.stored_bytes)}
          </NumberCell>
          <NumberCell>{freeWords(store)}</NumberCell>
        </tr>
      ))}
    </Table>
  );
}

/**
 * A store that did not respond in time may be busy, so this is only a warning; the summary shows whether it is a
 * problem.
 */
function State({ store: { is_available: isAvailable, error } }: { readonly store: Store }) {
  if (isAvailable) return <Badge tone="success">responds</Badge>;
  if (error?.startsWith('no response') === true) return <Badge tone="warning">no response</Badge>;
  return <Badge tone="danger">cannot be reached</Badge>;
}

function freeWords({ free_bytes: free, total_bytes: total }: Store): string {
  if (free === null || total === null) return '–';
  return `${bytesText(free)} of ${bytesText(total)} (${shareWords(free / total)})`;
}

/** The numbers of jobs that wait for query-workers. */
export function QueueTable(props: { readonly queues: NonNullable<InstanceStatus['queues']> }) {
  return (
    <Table
      label="Queues"
      columns={[
        { label: 'Queue' },
        { label: 'Waiting', isNumber: true },
        { label: 'Running', isNumber: true },
        { label: 'Delayed', isNumber: true },
      ]}
    >
      {props.queues.map(({ name, waiting, active, delayed }) => (
        <tr key={name}>
          <th scope="row">{queueWords(name)}</th>
          <NumberCell>{numberWords(waiting)}</NumberCell>
          <NumberCell>{numberWords(active)}</NumberCell>
          <NumberCell>{numberWords(delayed)}</NumberCell>
        </tr>
      ))}
    </Table>
  );
}
