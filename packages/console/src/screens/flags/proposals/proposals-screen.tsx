import { useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../../session/address';
import { useBlockedBy, useProjectId } from '../../../session/me';
import { ProjectLink } from '../../../session/project-link';
import { SelectField } from '../../../ui/field/field';
import { Page, Row, Stack } from '../../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/states';
import { FlagLinks } from '../flag-links';
import { ProposalCard } from './proposal-card';
import { proposalQuery, proposalsQuery } from './proposal-data';

const STATES = [
  { value: 'pending', label: 'Waiting' },
  { value: 'applied', label: 'Applied' },
  { value: 'rejected', label: 'Rejected or withdrawn' },
  { value: 'failed', label: 'Failed' },
  { value: 'expired', label: 'Expired' },
  { value: 'all', label: 'All' },
] as const;

/** The change requests for flags that wait for an approval. `?id=` shows one. */
export default function ProposalsScreen() {
  const { id = '', state = 'pending' } = useAddressSearch();
  return (
    <Page title="Proposals">
      <FlagLinks />
      {id === '' ? <Proposals state={state} /> : <OneProposal id={id} />}
    </Page>
  );
}

function OneProposal({ id }: { readonly id: string }) {
  const proposal = useQuery(proposalQuery(useProjectId(), id));
  const blockedBy = useBlockedBy('feature_flag:write');
  if (proposal.isPending) return <Loading label="Loading the proposal" />;
  if (proposal.isError) {
    return <ErrorState error={proposal.error} onRetry={() => void proposal.refetch()} />;
  }
  return (
    <Stack>
      <ProjectLink path="feature_flags/proposals">All proposals</ProjectLink>
      <ProposalCard proposal={proposal.data} blockedBy={blockedBy} />
    </Stack>
  );
}

function Proposals({ state }: { readonly state: string }) {
  const list = useQuery(proposalsQuery(useProjectId(), state === 'all' ? '' : state));
  const change = useChangeSearch();
  const blockedBy = useBlockedBy('feature_flag:write');
  const proposals = list.data?.results ?? [];
  return (
    <Stack>
      <Row>
        <SelectField
          label="State"
          value={state}
          options={STATES}
          onChange={(value) => change({ state: value })}
        />
      </Row>
      {list.isPending && <Loading label="Loading proposals" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && proposals.length === 0 && (
        <EmptyState icon="circle-check" title="No proposals in this state">
          Where an approval policy asks for a second person, changes of flags appear here. Policies
          are in the settings of the project.
        </EmptyState>
      )}
      {proposals.map((proposal) => (
        <ProposalCard key={proposal.id} proposal={proposal} blockedBy={blockedBy} />
      ))}
    </Stack>
  );
}
