import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { userAgentWords } from '../../queries/account/user-agent-words';
import { timestampText } from '../../queries/time-text';
import { useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Card } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import type { OwnSession } from './account-data';
import { endOtherSessions, endSession, sessionsQuery } from './account-data';

/** The open sessions of the signed-in user, with a button to end each. */
export function Sessions() {
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const refresh = (): Promise<void> =>
    client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const endOthers = useMutation({
    mutationFn: endOtherSessions,
    onSuccess: async ({ ended }) => {
      toast('success', ended === 1 ? 'Ended one session.' : `Ended ${ended} sessions.`);
      await refresh();
    },
  });
  const others = (sessions.data ?? []).filter(({ is_current: isCurrent }) => !isCurrent);
  return (
    <Card
      title="Sessions"
      actions={
        <Button
          busy={endOthers.isPending}
          blockedBy={others.length === 0 ? 'There are no other sessions.' : null}
          onClick={() => endOthers.mutate()}
        >
          End all others
        </Button>
      }
    >
      <p>
        Each browser and each program that is signed in as you. End what you do not recognise, and
        change your password.
      </p>
      {sessions.isPending && <Loading label="Loading sessions" />}
      {sessions.isError && (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data !== undefined && <SessionTable sessions={sessions.data} onEnded={refresh} />}
    </Card>
  );
}

function SessionTable(props: {
  readonly sessions: readonly OwnSession[];
  readonly onEnded: () => Promise<void>;
}) {
  const { timezone } = useProject();
  const end = useMutation({
    mutationFn: ({ id }: OwnSession) => endSession(id),
    onSuccess: props.onEnded,
  });
  return (
    <Table
      label="Sessions"
      columns={[
        { label: 'Program' },
        { label: 'Address' },
        { label: `Last seen (${timezone})` },
        { label: `Signed in (${timezone})` },
        { label: 'Actions' },
      ]}
    >
      {props.sessions.map((session) => (
        <tr key={session.id}>
          <th scope="row" title={session.user_agent ?? undefined}>
            {userAgentWords(session.user_agent)}{' '}
            {session.is_current && <Badge tone="success">this one</Badge>}
          </th>
          <td>{session.address ?? 'unknown'}</td>
          <td>
            {session.last_seen_at === null
              ? 'not since then'
              : timestampText(session.last_seen_at, timezone)}
          </td>
          <td>{timestampText(session.created_at, timezone)}</td>
          <td>
            {!session.is_current && (
              <Button
                kind="quiet"
                aria-label={`End the session of ${userAgentWords(session.user_agent)}, ${session.address ?? 'unknown'}`}
                busy={end.isPending && end.variables.id === session.id}
                onClick={() => end.mutate(session)}
              >
                End
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
