import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../queries/numbers';
import { timestampText } from '../../queries/time-text';
import { useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { statusQuery } from '../../session/instance-status';
import { Dialog } from '../../ui/dialog/dialog';
import { Card, Row } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { CellNote, NumberCell, Table } from '../../ui/table/table';
import { toast } from '../../ui/toast/toasts';
import type { DeadLetter, LetterChoice } from './status-data';
import { actOnLetters, deadLettersQuery } from './status-data';
import styles from './status.module.css';

/** A command that the user must confirm. */
interface Asked {
  readonly what: 'replay' | 'discard';
  readonly choice: LetterChoice;
  readonly words: string;
}

/** A list of records that ingestion could not process, with the reasons and buttons that replay or discard them. */
export function DeadLetters({ total }: { readonly total: number }) {
  const letters = useInfiniteQuery(deadLettersQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const all = { choice: { all: true }, words: counted(total, 'dead letter') } as const;
  const shown = letters.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Card
      title="Dead letters"
      actions={
        <Row>
          <Button icon="refresh-cw" onClick={() => setAsked({ what: 'replay', ...all })}>
            Replay all
          </Button>
          <Button kind="quiet" icon="trash-2" onClick={() => setAsked({ what: 'discard', ...all })}>
            Discard all
          </Button>
        </Row>
      }
    >
      <p>
        Records that ingestion could not process. They are kept until they are replayed or
        discarded.
      </p>
      {letters.isPending && <Loading label="Loading dead letters" />}
      {letters.isError && (
        <ErrorState error={letters.error} onRetry={() => void letters.refetch()} />
      )}
      {shown.length > 0 && <LetterTable letters={shown} onAsk={setAsked} />}
      {letters.hasNextPage && (
        <Row>
          <Button busy={letters.isFetchingNextPage} onClick={() => void letters.fetchNextPage()}>
            Show more
          </Button>
        </Row>
      )}
      {asked !== null && <Confirmation asked={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function LetterTable(props: {
  readonly letters: readonly DeadLetter[];
  readonly onAsk: (asked: Asked) => void;
}) {
  const { letters, onAsk } = props;
  const { id: projectId, timezone } = useProject();
  const ask = (what: Asked['what'], { id }: DeadLetter): void =>
    onAsk({ what, choice: { id }, words: `the dead letter ${id}` });
  return (
    <Table
      label="Dead letters"
      columns={[
        { label: 'Reason' },
        { label: 'Event' },
        { label: `Failed at (${timezone})` },
        { label: 'Attempts', isNumber: true },
        { label: 'Actions' },
      ]}
    >
      {letters.map((letter) => (
        <tr key={letter.id}>
          <th scope="row">
            {letter.reason || 'No reason is stored'}
            <CellNote>{letter.id}</CellNote>
          </th>
          <td>
            {letter.event ?? 'unreadable'}
            <CellNote>
              {letter.distinct_id !== null && letter.project_id === projectId ? (
                <ProjectLink path={`person/${encodeURIComponent(letter.distinct_id)}`}>
                  {letter.distinct_id}
                </ProjectLink>
              ) : (
                letter.distinct_id
              )}
              {letter.project_id !== null && ` in project ${letter.project_id}`}
            </CellNote>
          </td>
          <td>{timestampText(letter.at, timezone)}</td>
          <NumberCell>{letter.attempts}</NumberCell>
          <td className={styles.actions}>
            <Button
              kind="quiet"
              aria-label={`Replay ${letter.id}`}
              onClick={() => ask('replay', letter)}
            >
              Replay
            </Button>
            <Button
              kind="quiet"
              aria-label={`Discard ${letter.id}`}
              onClick={() => ask('discard', letter)}
            >
              Discard
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

const CONSEQUENCES = {
  replay:
    'Each is processed as an event that arrives late: an old value in it may replace a newer one. A record that fails again is listed here again.',
  discard: 'Their content is deleted permanently: their events are never stored.',
} as const;

function Confirmation({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const { what, choice, words } = asked;
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: () => actOnLetters(what, choice),
    onSuccess: async ({ count, left }) => {
      const done = what === 'replay' ? 'Replayed' : 'Discarded';
      const rest = left > 0 ? ` ${counted(left, 'is', 'are')} left.` : '';
      toast('success', `${done} ${counted(count, 'dead letter')}.${rest}`);
      await client.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
    onSettled: onClose,
  });
  const verb = what === 'replay' ? 'Replay' : 'Discard';
  return (
    <Dialog
      title={`${verb} ${words}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={what === 'replay' ? 'primary' : 'danger'}
            busy={act.isPending}
            onClick={() => act.mutate()}
          >
            {verb} {'all' in choice ? 'them' : 'it'}
          </Button>
        </>
      }
    >
      <p>{CONSEQUENCES[what]}</p>
      <p>This is recorded in the activity log.</p>
    </Dialog>
  );
}
