import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import type { ApprovalPolicy } from '../../queries/settings/approval-policy';
import { ANY_ACTION, bodyOf, draftOf } from '../../queries/settings/approval-policy';
import { useBlockedBy, useMe, useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Checkbox, SelectField, TextField } from '../../ui/field/field';
import { TagsField } from '../../ui/field/tags-field';
import { Card, Row, Stack } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';

const ADMINISTRATOR = 8;
const APPROVERS = [
  { value: 'everybody', label: 'Everybody who may change flags' },
  { value: 'administrators', label: 'Administrators and owners' },
] as const;

const path = (projectId: number): string => `/api/projects/${projectId}/approval_policies/`;

function policyQuery(projectId: number) {
  return queryOptions({
    queryKey: ['approval-policies', projectId],
    queryFn: ({ signal }) =>
      request<{ results: readonly ApprovalPolicy[] }>(
        'GET',
        `${path(projectId)}?action_key=${ANY_ACTION}`,
        { signal },
      ),
  });
}

/** The settings of approvals: which changes of flags need a second person. */
export function ApprovalPolicyCard() {
  const projectId = useProjectId();
  const policies = useQuery(policyQuery(projectId));
  if (policies.isPending) return <Loading label="Loading the approval policy" />;
  if (policies.isError) {
    return <ErrorState error={policies.error} onRetry={() => void policies.refetch()} />;
  }
  const [policy] = policies.data.results;
  return <PolicyForm key={JSON.stringify(policy ?? null)} policy={policy} />;
}

function PolicyForm({ policy }: { readonly policy: ApprovalPolicy | undefined }) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { organization } = useMe();
  const scopeMissing = useBlockedBy('feature_flag:write');
  const blockedBy =
    organization.membership_level < ADMINISTRATOR
      ? 'Only administrators change approval policies.'
      : scopeMissing;
  const [draft, setDraft] = useState(draftOf(policy));
  const disabled = blockedBy !== null;
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => {
      const body = bodyOf(draft, policy);
      return policy === undefined
        ? request('POST', path(projectId), { body })
        : request('PATCH', `${path(projectId)}${policy.id}/`, { body });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['approval-policies', projectId] });
      toast('success', 'Saved the approval policy.');
    },
  });
  return (
    <Card title="Approvals of flags">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <p>
            A change that needs an approval becomes a{' '}
            <ProjectLink path="feature_flags/proposals">proposal</ProjectLink>, which another person
            approves or rejects. Its author cannot approve it.
          </p>
          <Checkbox
            label="Changes of flags require approval by a second person"
            checked={draft.enabled}
            disabled={disabled}
            onChange={(enabled) => setDraft({ ...draft, enabled })}
          />
          <TextField
            label="Only for rollouts above (percent)"
            hint="Before or after the change. If neither a rollout nor tags are set, the policy applies to all flags."
            type="number"
            min={0}
            max={100}
            disabled={disabled}
            value={draft.above}
            onChange={(event) => setDraft({ ...draft, above: event.target.value })}
          />
          <TagsField
            tags={draft.tags}
            disabled={disabled}
            onChange={(tags) => setDraft({ ...draft, tags })}
          />
          <SelectField
            label="Who approves"
            disabled={disabled}
            value={draft.approvers}
            options={APPROVERS}
            onChange={(approvers) => setDraft({ ...draft, approvers })}
          />
          <Checkbox
            label="Administrators and owners need no approval"
            checked={draft.administratorsPass}
            disabled={disabled}
            onChange={(administratorsPass) => setDraft({ ...draft, administratorsPass })}
          />
          {save.isError && <Notice kind="danger">{messageOf(save.error)}</Notice>}
          <Row>
            <Button kind="primary" type="submit" busy={save.isPending} blockedBy={blockedBy}>
              Save the policy
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
