import { useQuery } from '@tanstack/react-query';
import type { Deletion } from '../../queries/deletions/deletion';
import {
  deletionWords,
  draftOfNode,
  isUnderWay,
  scopeWords,
} from '../../queries/deletions/deletion';
import { numberWords } from '../../queries/numbers';
import { useBlockedBy, useProject } from '../../session/me';
import { useOffset } from '../../session/use-offset';
import { useQueryLink } from '../../session/use-query-link';
import { CancelButton } from '../../ui/button/cancel-button';
import { Card, Page } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import {
  cancelDeletion,
  DELETION_ROWS,
  deletionListQuery,
  useDeletionsChanged,
} from './deletion-data';
import { DeletionForm } from './deletion-form';
import styles from './deletions.module.css';

const COLUMNS = [
  { label: 'Events' },
  { label: 'State' },
  { label: 'Deleted', isNumber: true },
  { label: 'Created' },
  { label: 'Commands' },
];

/** Deletes events by a filter and lists all deletions. The filter is stored in the fragment of the URL. */
export default function DeletionsScreen() {
  const project = useProject();
  const link = useQueryLink();
  return (
    <Page title="Delete events">
      {link.error !== null && <Notice kind="warning">{link.error.message}</Notice>}
      {link.isLoading ? (
        <Loading />
      ) : (
        <DeletionForm project={project} draft={draftOfNode(link.query)} setQuery={link.setQuery} />
      )}
      <PastDeletions />
    </Page>
  );
}

function PastDeletions() {
  const project = useProject();
  const [offset, changeOffset] = useOffset();
  const page = useQuery(deletionListQuery(project.id, offset));
  const deletions = page.data?.results ?? [];
  return (
    <Card title="Deletions">
      {page.isPending && <Loading label="Loading deletions" />}
      {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {page.data?.count === 0 && <p className={styles.note}>No deletions yet.</p>}
      {deletions.length > 0 && (
        <Table label="Deletions" columns={COLUMNS}>
          {deletions.map((deletion) => (
            <DeletionRow key={deletion.id} deletion={deletion} zone={project.timezone} />
          ))}
        </Table>
      )}
      <Pager
        offset={offset}
        size={DELETION_ROWS}
        shown={deletions.length}
        count={page.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Card>
  );
}

function DeletionRow({ deletion, zone }: { readonly deletion: Deletion; readonly zone: string }) {
  const { count, deleted, found, error } = deletion;
  const { text, tone } = deletionWords(deletion);
  const whole = found ?? count;
  return (
    <tr>
      <th scope="row" className={styles.text}>
        {scopeWords(deletion)}
      </th>
      <td className={styles.text}>
        <Badge tone={tone}>{text}</Badge>
        {error !== null && <CellNote>{error}</CellNote>}
      </td>
      <NumberCell>
        {numberWords(deleted)} of {numberWords(whole)}
        {isUnderWay(deletion) && (
          <progress
            className={styles.progress}
            max={Math.max(1, whole)}
            value={deleted}
            aria-label="Deleted events"
          />
        )}
      </NumberCell>
      <td>
        <Timestamp value={deletion.created_at} zone={zone} />
        {deletion.finished_at !== null && (
          <CellNote>
            ended <Timestamp value={deletion.finished_at} zone={zone} />
          </CellNote>
        )}
      </td>
      <td>
        <CancelDeletionButton deletion={deletion} />
      </td>
    </tr>
  );
}

function CancelDeletionButton({ deletion }: { readonly deletion: Deletion }) {
  const project = useProject();
  const blockedBy = useBlockedBy('event_deletion:write');
  const changed = useDeletionsChanged(project.id);
  if (deletion.status !== 'queued' && deletion.status !== 'running') return null;
  return (
    <CancelButton
      blockedBy={blockedBy}
      onCancel={() => cancelDeletion(project.id, deletion.id)}
      onSettled={changed}
    />
  );
}
