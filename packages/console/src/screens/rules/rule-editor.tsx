import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import type { Rule } from '../../queries/rules/rule';
import { bodyOf, draftOf, NEW_RULE, ruleProblems } from '../../queries/rules/rule';
import { RULE_KINDS } from '../../queries/rules/rule-words';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { useKeptDraft } from '../../session/use-kept-draft';
import { useSaveKey } from '../../session/use-save-key';
import { Button } from '../../ui/button/button';
import { Checkbox, SelectField, TextField } from '../../ui/field/field';
import { Card, Row, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import { ConditionFields } from './condition-fields';
import { ConfigFields } from './config-fields';
import { DryRunCard } from './dry-run-card';
import { ruleQuery, saveRule, useRulesChanged } from './rule-data';
import styles from './rules.module.css';

/** The form of a rule, beside a dry run with the latest events. */
export function RuleEditor({ rule }: { readonly rule: Rule | null }) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('ingestion_rule:write');
  const { draft, setDraft, isChanged, discard, save } = useRule(projectId, rule);
  const problems = ruleProblems(draft);
  const isComplete = problems.length === 0;
  const canSave = isChanged && isComplete && blockedBy === null && !save.isPending;
  useSaveKey(canSave, () => save.mutate());
  const isBlocked = blockedBy !== null;
  return (
    <div className={styles.columns}>
      <Stack>
        {isChanged && rule !== null && (
          <Row>
            <Badge tone="warning">not saved</Badge>
            <Button kind="quiet" onClick={discard}>
              Discard
            </Button>
          </Row>
        )}
        {save.error !== null && <Notice kind="danger">{messageOf(save.error)}</Notice>}
        <Card>
          <TextField
            label="Name"
            maxLength={400}
            disabled={isBlocked}
            value={draft.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
          <Checkbox
            label="The rule is on"
            checked={draft.enabled}
            disabled={isBlocked}
            onChange={(enabled) => setDraft({ ...draft, enabled })}
          />
        </Card>
        <ConditionFields
          conditions={draft.conditions}
          isBlocked={isBlocked}
          onChange={(conditions) => setDraft({ ...draft, conditions })}
        />
        <Card title="Action">
          <SelectField
            label="Kind"
            hint={RULE_KINDS.find(({ value }) => value === draft.kind)?.about}
            value={draft.kind}
            options={RULE_KINDS}
            disabled={isBlocked}
            onChange={(kind) => setDraft({ ...draft, kind })}
          />
          <ConfigFields draft={draft} isBlocked={isBlocked} onChange={setDraft} />
        </Card>
        {isChanged && !isComplete && <Notice kind="warning">{problems.join(' ')}</Notice>}
        <div>
          <Button
            kind="primary"
            icon="save"
            disabled={!canSave}
            busy={save.isPending}
            blockedBy={blockedBy}
            onClick={() => save.mutate()}
          >
            {rule === null ? 'Create' : 'Save'}
          </Button>
        </div>
      </Stack>
      <DryRunCard
        projectId={projectId}
        rules={isComplete ? [bodyOf(draft)] : null}
        title="Effect on recent events"
      />
    </div>
  );
}

function useRule(projectId: number, rule: Rule | null) {
  const client = useQueryClient();
  const go = useProjectNavigate();
  const changed = useRulesChanged(projectId);
  const proposed = rule === null ? NEW_RULE : draftOf(rule);
  const kept = useKeptDraft(`rule/${projectId}/${rule?.id ?? 'new'}`, proposed);
  const { draft, setDraft, isChanged, forget } = kept;
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveRule(projectId, rule?.id ?? null, bodyOf(draft)),
    onSuccess: async (saved) => {
      forget();
      client.setQueryData(ruleQuery(projectId, saved.id).queryKey, saved);
      setDraft(draftOf(saved));
      toast('success', `Saved ${saved.name}. It takes effect within 10 seconds.`);
      if (rule === null) go({ path: `data-management/rules/${saved.id}`, replace: true });
      await changed();
    },
  });
  return { draft, setDraft, isChanged, discard: () => setDraft(proposed), save };
}
