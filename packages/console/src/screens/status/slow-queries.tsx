import { useQuery } from '@tanstack/react-query';
import { durationWords } from '../../queries/numbers';
import { bytesText } from '../../queries/sql/bytes-text';
import { timestampText } from '../../queries/time-text';
import { useProject } from '../../session/me';
import { Card } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { slowQueriesQuery } from './status-data';
import styles from './status.module.css';

/** A table of the slowest queries of all projects in the last 24 hours. */
export function SlowQueries() {
  const { timezone } = useProject();
  const slow = useQuery(slowQueriesQuery);
  return (
    <Card title="Slowest queries of the last 24 hours">
      {slow.isPending && <Loading label="Loading slow queries" />}
      {slow.isError && <ErrorState error={slow.error} onRetry={() => void slow.refetch()} />}
      {slow.data?.length === 0 && <p>No query took longer than a second.</p>}
      {slow.data !== undefined && slow.data.length > 0 && (
        <Table
          label="Slowest queries"
          columns={[
            { label: 'Query' },
            { label: 'Duration', isNumber: true },
            { label: 'Wait', isNumber: true },
            { label: 'Read', isNumber: true },
            { label: `Started (${timezone})` },
            { label: 'By' },
          ]}
        >
          {slow.data.map((query) => (
            <tr key={`${query.query_start_time} ${query.project_id} ${query.query_duration_ms}`}>
              <th scope="row">
                {query.kind}
                {query.outcome !== 'finished' && `, ${query.outcome}`}
                {query.query !== '' && <code className={styles.query}>{query.query}</code>}
                <CellNote>Project {query.project_id}</CellNote>
              </th>
              <NumberCell>{durationWords(query.query_duration_ms / 1_000)}</NumberCell>
              <NumberCell>{durationWords(query.wait_ms / 1_000)}</NumberCell>
              <NumberCell>{bytesText(query.read_bytes)}</NumberCell>
              <td>{timestampText(query.query_start_time, timezone)}</td>
              <td>{query.user ?? ''}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
