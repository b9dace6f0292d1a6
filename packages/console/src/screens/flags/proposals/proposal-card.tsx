import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { fieldsDifference } from '../../../queries/flags/proposal';
import { timestampText } from '../../../queries/time-text';
import { useProject } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { Button } from '../../../ui/button/button';
import { TextField } from '../../../ui/field/field';
import { Card, Row, Stack } from '../../../ui/layout/page';
import { Notice } from '../../../ui/state/states';
import { Badge } from '../../../ui/text/badge';
import { toast } from '../../../ui/toast/toasts';
import { Differences } from '../differences';
import type { Proposal } from './proposal-data';
import { commentProposal, decideProposal, explainProposal } from './proposal-data';

const TONES: Readonly<Record<string, 'accent' | 'success' | 'danger'>> = {
  pending: 'accent',
  applied: 'success',
  rejected: 'danger',
  failed: 'danger',
};

/** A change request: its changes, the reasons that were given, and the decisions that the user may make. */
export function ProposalCard(props: {
  readonly proposal: Proposal;
  readonly blockedBy: string | null;
}) {
  const { proposal, blockedBy } = props;
  const { timezone } = useProject();
  const time = (text: string): string => `${timestampText(text, timezone)} (${timezone})`;
  const { description, before, after } = proposal.intent_display;
  const tone = TONES[proposal.state] ?? 'plain';
  return (
    <Card title={description} actions={<Badge tone={tone}>{proposal.state}</Badge>}>
      <Stack>
        <Row>
          <span>
            {proposal.created_by?.email ?? 'A removed user'}, {time(proposal.created_at)}
            {proposal.state === 'pending' && `; expires ${time(proposal.expires_at)}`}
          </span>
          <ProjectLink path="feature_flags/proposals" search={{ id: proposal.id }}>
            Link to this proposal
          </ProjectLink>
          {proposal.resource_id !== null && (
            <ProjectLink path={`feature_flags/${proposal.resource_id}`}>Show the flag</ProjectLink>
          )}
        </Row>
        {proposal.reason !== '' && <p>{proposal.reason}</p>}
        {proposal.validation_status === 'stale' && proposal.state === 'pending' && (
          <Notice kind="warning">
            The flag has changed since then, so this change cannot be applied. Propose it again.
          </Notice>
        )}
        {proposal.apply_error !== '' && <Notice kind="danger">{proposal.apply_error}</Notice>}
        <Differences differences={fieldsDifference(before, after)} />
        <Notes proposal={proposal} time={time} />
        {proposal.state === 'pending' && <Decide proposal={proposal} blockedBy={blockedBy} />}
      </Stack>
    </Card>
  );
}

function Notes(props: { readonly proposal: Proposal; readonly time: (text: string) => string }) {
  const { proposal, time } = props;
  const notes = [
    ...proposal.approvals.map((note) => ({ ...note, verb: note.decision })),
    ...proposal.comments.map((note) => ({ ...note, verb: 'commented' })),
  ].toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Decisions and comments">
      {notes.map((note) => (
        <li key={note.id}>
          {note.created_by?.email ?? 'A removed user'} {note.verb}, {time(note.created_at)}
          {note.reason !== '' && `: ${note.reason}`}
        </li>
      ))}
    </ul>
  );
}

type Action = 'approve' | 'reject' | 'cancel' | 'comment' | 'explain';

function Decide({
  proposal,
  blockedBy,
}: {
  readonly proposal: Proposal;
  readonly blockedBy: string | null;
}) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const run = useMutation({
    meta: { showsOwnError: true },
    mutationFn: async (action: Action): Promise<string> => {
      if (action === 'comment') {
        await commentProposal(projectId, proposal.id, text);
        return 'Comment saved.';
      }
      if (action === 'explain') {
        await explainProposal(projectId, proposal.id, text);
        return 'Reason saved.';
      }
      return (await decideProposal(projectId, proposal.id, action, text)).message;
    },
    onSuccess: async (message) => {
      setText('');
      await client.invalidateQueries({ queryKey: ['proposals', projectId] });
      await client.invalidateQueries({ queryKey: ['flags', projectId] });
      toast('success', message);
    },
  });
  const button = (action: Action, label: string, needsText: boolean, kind?: 'primary') => (
    <Button
      kind={kind}
      busy={run.isPending && run.variables === action}
      disabled={needsText && text.trim() === ''}
      blockedBy={blockedBy}
      aria-label={`${label}: ${proposal.intent_display.description}`}
      onClick={() => run.mutate(action)}
    >
      {label}
    </Button>
  );
  return (
    <Stack>
      <TextField
        label="Reason or comment"
        hint={
          proposal.is_requester
            ? 'Another person decides about your change.'
            : 'A rejection needs a reason.'
        }
        value={text}
        maxLength={2000}
        onChange={(event) => setText(event.target.value)}
      />
      <Row>
        {proposal.can_approve && button('approve', 'Approve', false, 'primary')}
        {proposal.can_approve && button('reject', 'Reject', true)}
        {button('comment', 'Comment', true)}
        {proposal.is_requester && button('explain', 'Save as the reason', true)}
        {proposal.can_cancel && button('cancel', 'Withdraw', false)}
      </Row>
      {run.isError && <Notice kind="danger">{messageOf(run.error)}</Notice>}
    </Stack>
  );
}
