import { useQuery } from '@tanstack/react-query';
import type { Rule } from '../../queries/rules/rule';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useBlockedBy, useProject, useProjectId } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { HistoryList } from '../../ui/history/history-list';
import { Page } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { Badge } from '../../ui/text/badge';
import { deleteRule, ruleQuery, useForgetRule } from './rule-data';
import { RuleEditor } from './rule-editor';

/** `data-management/rules/new` and `data-management/rules/{id}?tab=history`. */
export default function RuleScreen() {
  const id = usePathParameter('id');
  if (id !== 'new') return <StoredRule key={id} id={id} />;
  return (
    <Page title="New rule">
      <ProjectLink path="data-management/rules">All rules</ProjectLink>
      <RuleEditor rule={null} />
    </Page>
  );
}

function StoredRule({ id }: { readonly id: string }) {
  const projectId = useProjectId();
  const stored = useQuery(ruleQuery(projectId, id));
  if (stored.data === undefined) {
    if (!stored.isError) return <Loading label="Loading the rule" />;
    return <ErrorState isPage error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  return <RulePage rule={stored.data} />;
}

function RulePage({ rule }: { readonly rule: Rule }) {
  const project = useProject();
  const { tab = 'rule' } = useAddressSearch();
  const change = useChangeSearch();
  const { id, name, enabled, version } = rule;
  return (
    <Page
      title={name}
      actions={
        <>
          <Badge tone={enabled ? 'success' : 'plain'}>{enabled ? 'on' : 'off'}</Badge>
          <Badge>version {version}</Badge>
          <DeleteButton rule={rule} />
        </>
      }
    >
      <ProjectLink path="data-management/rules">All rules</ProjectLink>
      <Tabs
        label="Parts of the rule"
        selected={tab}
        onSelect={(next) => change({ tab: next === 'rule' ? undefined : next })}
        tabs={[
          { id: 'rule', label: 'Rule', content: <RuleEditor rule={rule} /> },
          {
            id: 'history',
            label: 'Versions',
            content: (
              <HistoryList
                projectId={project.id}
                scope="IngestionRule"
                itemId={id}
                zone={project.timezone}
              />
            ),
          },
        ]}
      />
    </Page>
  );
}

function DeleteButton({ rule }: { readonly rule: Rule }) {
  const { id, name } = rule;
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('ingestion_rule:write');
  const go = useProjectNavigate();
  const forget = useForgetRule(projectId);
  return (
    <ConfirmButton
      label={`Delete ${name}`}
      text="Delete"
      blockedBy={blockedBy}
      title={`Delete ${name}?`}
      onConfirm={async () => {
        await deleteRule(projectId, id);
        forget(id);
        go({ path: 'data-management/rules', replace: true });
      }}
    >
      It is not applied to new events. Its versions are kept in the activity log.
    </ConfirmButton>
  );
}
