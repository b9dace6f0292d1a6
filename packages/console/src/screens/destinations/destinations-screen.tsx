import { useQuery } from '@tanstack/react-query';
import type { Destination } from '../../queries/destinations/destination';
import { sourceWords, stateWords } from '../../queries/destinations/destination-words';
import { numberWords } from '../../queries/numbers';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { SearchField } from '../../ui/field/search-field';
import { useDebounced } from '../../ui/filters/use-debounced';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, FailedNotice, Loading, Notice } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { CellNote, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { DESTINATION_ROWS, dayTotalsQuery, destinationListQuery } from './destination-data';
import { EnableButton } from './enable-button';
import styles from './destinations.module.css';

const COLUMNS = [
  { label: 'Destination' },
  { label: 'Receives' },
  { label: 'State' },
  { label: 'Last 24 hours' },
  { label: 'Commands' },
];

/** The destinations with the events that they receive, their states, and the deliveries of the last day. */
export default function DestinationsScreen() {
  const project = useProject();
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('hog_function:write');
  const { text = '' } = useAddressSearch();
  const change = useChangeSearch();
  const [offset, changeOffset] = useOffset();
  const settled = useDebounced(text);
  const list = useQuery(destinationListQuery(project.id, { text: settled, offset }));
  const destinations = list.data?.results ?? [];
  const isEmpty = list.data?.count === 0;
  const create = (
    <Button
      kind="primary"
      icon="plus"
      blockedBy={blockedBy}
      onClick={() => go({ path: 'data-management/destinations/new' })}
    >
      New destination
    </Button>
  );
  return (
    <Page title="Destinations" actions={create}>
      {(!isEmpty || settled !== '') && (
        <Row>
          <SearchField
            label="Search destinations"
            placeholder="Name or description"
            value={text}
            onChange={(value) => change({ text: value, offset: undefined })}
          />
        </Row>
      )}
      {list.isPending && <Loading label="Loading destinations" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && settled === '' && (
        <EmptyState icon="radio" title="No destinations yet">
          A destination sends each event that matches its filters to a webhook, a channel in Slack,
          Discord or Teams, an e-mail address, or another PostHog or Tidemark. It can also report
          changes of flags, alerts, ingestion warnings and failing destinations.
        </EmptyState>
      )}
      {isEmpty && settled !== '' && (
        <EmptyState title="No destination matches">Change the text above.</EmptyState>
      )}
      <FailingNotice destinations={destinations} />
      {destinations.length > 0 && (
        <Table label="Destinations" columns={COLUMNS}>
          {destinations.map((destination) => (
            <DestinationRow
              key={destination.id}
              projectId={project.id}
              destination={destination}
              zone={project.timezone}
            />
          ))}
        </Table>
      )}
      <Pager
        offset={offset}
        size={DESTINATION_ROWS}
        shown={destinations.length}
        count={list.data?.count ?? 0}
        onChange={changeOffset}
      />
    </Page>
  );
}

/** A notice above the list that names the listed destinations that do not deliver. */
function FailingNotice({ destinations }: { readonly destinations: readonly Destination[] }) {
  const failing = destinations.filter(({ enabled, status }) => enabled && status.state !== 1);
  const [only] = failing;
  if (only === undefined) return null;
  const names = failing.map(({ name }) => (name === '' ? 'Without a name' : name)).join(', ');
  return (
    <Notice kind="danger">
      {failing.length === 1 ? 'A destination fails' : `${failing.length} destinations fail`}:{' '}
      {names}. Their events wait and are tried again for 24 hours.
    </Notice>
  );
}

interface RowProps {
  readonly projectId: number;
  readonly destination: Destination & { readonly template?: { readonly name: string } | null };
  readonly zone: string;
}

function DestinationRow({ projectId, destination, zone }: RowProps) {
  const { id, name, description, filters, template } = destination;
  const own = name === '' ? 'Without a name' : name;
  return (
    <tr>
      <th scope="row">
        <ProjectLink path={`data-management/destinations/${id}`} className={styles.name}>
          {own}
        </ProjectLink>
        <CellNote>
          {[template?.name, description].filter((part) => (part ?? '') !== '').join(': ')}
        </CellNote>
      </th>
      <td className={styles.text}>{sourceWords(filters)}</td>
      <td className={styles.text}>
        <State destination={destination} zone={zone} />
      </td>
      <td>
        <DayTotals projectId={projectId} id={id} />
      </td>
      <td>
        <EnableButton destination={destination} label={own} />
      </td>
    </tr>
  );
}

function State({ destination, zone }: Omit<RowProps, 'projectId'>) {
  const { text, tone } = stateWords(destination);
  const {
    latest_error: error,
    failing_since: since,
    retry_at: retryAt,
    state,
  } = destination.status;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {destination.enabled && state !== 1 && since !== null && (
        <CellNote>
          since <Timestamp value={since} zone={zone} />
        </CellNote>
      )}
      {destination.enabled && retryAt !== null && (
        <CellNote>
          tries again at <Timestamp value={retryAt} zone={zone} />
        </CellNote>
      )}
      {error !== null && <CellNote>Last failure: {error}</CellNote>}
    </>
  );
}

function DayTotals({ projectId, id }: { readonly projectId: number; readonly id: string }) {
  const totals = useQuery(dayTotalsQuery(projectId, id));
  const place = `data-management/destinations/${id}`;
  if (totals.isError) return <FailedNotice query={totals} />;
  if (totals.data === undefined) return <>…</>;
  const { success, failure } = totals.data;
  return (
    <>
      <ProjectLink path={place} search={{ tab: 'deliveries' }} className={styles.name}>
        {numberWords(success)} delivered
      </ProjectLink>
      {failure > 0 && (
        <CellNote>
          <ProjectLink
            path={place}
            search={{ tab: 'deliveries', state: 'failed' }}
            className={styles.name}
          >
            {numberWords(failure)} failed
          </ProjectLink>
        </CellNote>
      )}
    </>
  );
}
