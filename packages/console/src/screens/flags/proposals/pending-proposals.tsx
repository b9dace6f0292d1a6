import { useQuery } from '@tanstack/react-query';
import { useProjectId } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { FailedNotice, Notice } from '../../../ui/state/states';
import { proposalsQuery } from './proposal-data';

/** A notice that changes of the flag wait for an approval. */
export function PendingProposals({ flagId }: { readonly flagId: number }) {
  const proposals = useQuery(proposalsQuery(useProjectId(), 'pending', flagId));
  const [first] = proposals.data?.results ?? [];
  if (first === undefined) return <FailedNotice query={proposals} />;
  return (
    <Notice kind="info">
      A change of this flag is waiting for approval.{' '}
      <ProjectLink path="feature_flags/proposals" search={{ id: first.id }}>
        Show the proposal
      </ProjectLink>
    </Notice>
  );
}
