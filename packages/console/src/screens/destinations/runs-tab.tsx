import { useMutation, useQuery } from '@tanstack/react-query';
import { deliveryWords } from '../../queries/destinations/destination-words';
import { numberWords } from '../../queries/numbers';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { useOffset } from '../../session/use-offset';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { SelectField } from '../../ui/field/field';
import { Row, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Pager } from '../../ui/table/pager';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import { toast } from '../../ui/toast/toasts';
import { AttemptView } from './attempt-view';
import type { Run } from './destination-data';
import {
  attemptsQuery,
  replay,
  RUN_ROWS,
  runListQuery,
  useDestinationsChanged,
} from './destination-data';
import styles from './destinations.module.css';

const COLUMNS = [
  { label: 'Event' },
  { label: 'State' },
  { label: 'Attempts', isNumber: true },
  { label: 'Response', isNumber: true },
  { label: 'Time', isNumber: true },
  { label: 'Created' },
];
const STATES = [
  { value: '', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed (dead letters)' },
] as const;

/** The deliveries of a destination. `?run=` opens one; `?state=failed` lists those that are not retried any more. */
export function RunsTab({ destinationId }: { readonly destinationId: string }) {
  const project = useProject();
  const change = useChangeSearch();
  const { state = '', run: openId } = useAddressSearch();
  const [offset, changeOffset] = useOffset();
  const page = useQuery(runListQuery(project.id, destinationId, state, offset));
  const runs = page.data?.results ?? [];
  const open = runs.find(({ id }) => id === openId);
  return (
    <Stack>
      <Row>
        <SelectField
          label="State"
          labelHidden
          value={STATES.find(({ value }) => value === state)?.value ?? ''}
          options={STATES}
          onChange={(next) => change({ state: next, offset: undefined, run: undefined })}
        />
        <ReplayButton destinationId={destinationId} runId={null} />
      </Row>
      {page.isPending && <Loading label="Loading deliveries" />}
      {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {page.data?.count === 0 && (
        <EmptyState icon="radio" title={state === '' ? 'No deliveries yet' : 'No such deliveries'}>
          {state === ''
            ? 'The next event that matches is delivered and then listed here for 7 days, a failed one for 30 days.'
            : 'Choose another state above.'}
        </EmptyState>
      )}
      {runs.length > 0 && (
        <Table label="Deliveries" columns={COLUMNS}>
          {runs.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              zone={project.timezone}
              onOpen={() => change({ run: run.id })}
            />
          ))}
        </Table>
      )}
      <Pager
        offset={offset}
        size={RUN_ROWS}
        shown={runs.length}
        count={page.data?.count ?? 0}
        onChange={changeOffset}
      />
      {open !== undefined && (
        <RunDrawer
          destinationId={destinationId}
          run={open}
          zone={project.timezone}
          onClose={() => change({ run: undefined })}
        />
      )}
    </Stack>
  );
}

function RunRow(props: { readonly run: Run; readonly zone: string; readonly onOpen: () => void }) {
  const { run, zone, onOpen } = props;
  const { text, tone } = deliveryWords(run.state);
  const { latest_attempt: attempt } = run;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.open} onClick={onOpen}>
          {run.event}
        </button>
      </th>
      <td className={styles.text}>
        <Badge tone={tone}>{text}</Badge>
        {run.due_at !== null && run.attempts > 0 && (
          <CellNote>
            tried again at <Timestamp value={run.due_at} zone={zone} />
          </CellNote>
        )}
        {run.state !== 'delivered' && attempt !== null && attempt.error !== null && (
          <CellNote>{attempt.error}</CellNote>
        )}
      </td>
      <NumberCell>{numberWords(run.attempts)}</NumberCell>
      <NumberCell>{attempt?.status ?? '–'}</NumberCell>
      <NumberCell>{attempt === null ? '–' : `${numberWords(attempt.duration_ms)} ms`}</NumberCell>
      <td>
        <Timestamp value={run.created_at} zone={zone} />
      </td>
    </tr>
  );
}

/** A drawer with the latest attempt of a delivery (its request and response), and a log line for each attempt. */
function RunDrawer(props: {
  readonly destinationId: string;
  readonly run: Run;
  readonly zone: string;
  readonly onClose: () => void;
}) {
  const { destinationId, run, zone, onClose } = props;
  const project = useProject();
  const attempts = useQuery(attemptsQuery(project.id, destinationId, run.id));
  return (
    <Dialog title={`Delivery of ${run.event}`} place="drawer" isOpen onClose={onClose}>
      {run.state === 'failed' && <ReplayButton destinationId={destinationId} runId={run.id} />}
      <dl className={styles.facts}>
        <dt>Event</dt>
        <dd>
          <code>{run.event_uuid}</code>
        </dd>
        <dt>Delivery</dt>
        <dd>
          <code>{run.id}</code>
        </dd>
        <dt>Finished</dt>
        <dd>
          <Timestamp value={run.finished_at} zone={zone} without="not yet" />
        </dd>
      </dl>
      {run.latest_attempt === null ? (
        <p className={styles.note}>Not tried yet.</p>
      ) : (
        <AttemptView attempt={run.latest_attempt} showsRequest />
      )}
      <h3>Attempts</h3>
      {attempts.isPending && <Loading label="Loading attempts" />}
      {attempts.isError && (
        <ErrorState error={attempts.error} onRetry={() => void attempts.refetch()} />
      )}
      <ol className={styles.attempts}>
        {attempts.data?.map(({ timestamp, message }) => (
          <li key={timestamp}>
            <Timestamp value={timestamp} zone={zone} />
            <br />
            {message}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** A button that sends failed deliveries again: one, or all of them if `runId` is null. */
function ReplayButton(props: { readonly destinationId: string; readonly runId: string | null }) {
  const { destinationId, runId } = props;
  const project = useProject();
  const blockedBy = useBlockedBy('hog_function:write');
  const changed = useDestinationsChanged(project.id);
  const send = useMutation({
    mutationFn: () => replay(project.id, destinationId, runId),
    onSuccess: async (count) => {
      toast(
        'success',
        count === 0
          ? 'There are no failed deliveries.'
          : `${numberWords(count)} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again.`,
      );
      await changed();
    },
  });
  return (
    <div>
      <Button
        icon="refresh-cw"
        busy={send.isPending}
        blockedBy={blockedBy}
        onClick={() => send.mutate()}
      >
        {runId === null ? 'Send all failed ones again' : 'Send it again'}
      </Button>
    </div>
  );
}
