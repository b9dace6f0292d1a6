import { useQuery } from '@tanstack/react-query';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Page } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { DryRunCard } from './dry-run-card';
import { ruleListQuery } from './rule-data';
import { RuleList } from './rule-list';
import styles from './rules.module.css';

/** The ingestion rules in their order. `?try=yes` shows a dry run with the latest events. */
export default function RulesScreen() {
  const project = useProject();
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('ingestion_rule:write');
  const { try: isTried } = useAddressSearch();
  const change = useChangeSearch();
  const list = useQuery(ruleListQuery(project.id));
  const rules = list.data ?? [];
  const active = rules.filter(({ enabled }) => enabled);
  return (
    <Page
      title="Ingestion rules"
      actions={
        <Button
          kind="primary"
          icon="plus"
          blockedBy={blockedBy}
          onClick={() => go({ path: 'data-management/rules/new' })}
        >
          New rule
        </Button>
      }
    >
      {list.isPending && <Loading label="Loading rules" />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState icon="filter" title="No ingestion rules yet">
          A rule drops events, keeps a share of them, removes or hashes personal values, renames,
          sets or checks properties, before anything is stored.
        </EmptyState>
      )}
      {rules.length > 0 && (
        <>
          <p className={styles.note}>
            Rules are applied from the top to the bottom, each to the result of the rules above it.
            A change takes effect within 10 seconds; events that are already stored do not change.
          </p>
          <RuleList projectId={project.id} rules={rules} blockedBy={blockedBy} />
          {isTried === undefined ? (
            <div>
              <Button icon="play" onClick={() => change({ try: 'yes' })}>
                Test all rules with the last events
              </Button>
            </div>
          ) : (
            <DryRunCard projectId={project.id} rules={active} title="All rules that are on" />
          )}
        </>
      )}
    </Page>
  );
}
