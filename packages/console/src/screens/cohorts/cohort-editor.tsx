import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CohortDraft } from '../../queries/cohorts/cohort';
import {
  cohortProblems,
  criteriaOf,
  filtersOfCriteria,
  NEW_COHORT,
  NO_CRITERIA,
} from '../../queries/cohorts/cohort';
import { counted } from '../../queries/numbers';
import { useBlockedBy, useProjectId } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { TextArea, TextField } from '../../ui/field/field';
import { CodeBlock } from '../../ui/text/code-block';
import { Card, Page, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import { CalculationState } from './calculation-state';
import type { Cohort } from './cohort-data';
import { saveCohort } from './cohort-data';
import { CohortMenu } from './cohort-menu';
import { CriteriaEditor } from './criteria-editor';
import { LiveSize } from './live-size';
import { StaticList } from './static-list';
import { useCohortDraft } from './use-cohort-draft';
import styles from './cohorts.module.css';

interface CohortEditorProps {
  /** The cohort to edit; null creates a new one. */
  readonly cohort: Cohort | null;
  /** Combines the editor with the other parts of the screen of a stored cohort. */
  readonly children?: (editor: ReactNode) => ReactNode;
}

/**
 * The form of a cohort: name, and criteria with the number of matching persons or, for a static cohort, the list of
 * members.
 */
export function CohortEditor({ cohort, children = (editor) => editor }: CohortEditorProps) {
  const projectId = useProjectId();
  const blockedBy = useBlockedBy('cohort:write');
  const stored = cohort === null ? NEW_COHORT : draftOf(cohort);
  const isDeep = cohort !== null && criteriaOf(cohort.filters) === null;
  const name = `${projectId}/${cohort?.id ?? 'new'}`;
  const { draft, setDraft, isChanged, forget } = useCohortDraft(name, stored);
  const problems = cohortProblems(draft);
  const { save, done } = useSave(cohort, draft, forget);
  const editor = (
    <Stack>
      <Fields draft={draft} isBlocked={blockedBy !== null} onChange={setDraft} />
      {isDeep && <DeepCriteria filters={cohort.filters} />}
      {!draft.isStatic && !isDeep && (
        <Card
          title="Criteria"
          actions={<LiveSize id={cohort?.id ?? null} criteria={draft.criteria} />}
        >
          <CriteriaEditor
            criteria={draft.criteria}
            blockedBy={blockedBy}
            onChange={(criteria) => setDraft({ ...draft, criteria })}
          />
        </Card>
      )}
      {(cohort === null || cohort.is_static) && (
        <StaticList cohort={cohort} draft={draft} blockedBy={blockedBy} onDone={done} />
      )}
    </Stack>
  );
  return (
    <Page
      title={cohort === null ? 'New cohort' : cohort.name || `Cohort ${cohort.id}`}
      actions={
        <>
          {isChanged && (
            <>
              <Badge tone="warning">not saved</Badge>
              <Button kind="quiet" onClick={() => setDraft(stored)}>
                Discard
              </Button>
            </>
          )}
          {cohort !== null && <CohortMenu cohort={cohort} />}
          <Button
            kind="primary"
            icon="save"
            busy={save.isPending}
            blockedBy={blockedBy}
            disabled={!isChanged || problems.length > 0 || isDeep}
            onClick={() => save.mutate()}
          >
            {cohort === null ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <ProjectLink path="cohorts">All cohorts</ProjectLink>
      {cohort !== null && (
        <p className={styles.note} role="status">
          {cohort.count !== null && `${counted(cohort.count, 'person')}, `}
          <CalculationState cohort={cohort} />
        </p>
      )}
      {isChanged && problems.length > 0 && <Notice kind="warning">{problems.join(' ')}</Notice>}
      {children(editor)}
    </Page>
  );
}

/**
 * Returns a mutation that saves the draft, and `done`, which must be called after a cohort was saved in another way.
 */
function useSave(cohort: Cohort | null, draft: CohortDraft, forget: () => void) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const done = async (saved: Cohort): Promise<void> => {
    forget();
    await client.invalidateQueries({ queryKey: ['cohorts', projectId] });
    await client.invalidateQueries({ queryKey: ['cohort-names', projectId] });
    toast('success', `Saved ${saved.name ?? 'the cohort'}.`);
    if (cohort === null) go({ path: `cohorts/${saved.id}`, replace: true });
  };
  const save = useMutation({
    mutationFn: () => saveCohort(projectId, cohort?.id ?? null, draft),
    onSuccess: done,
  });
  return { save, done };
}

function Fields(props: {
  readonly draft: CohortDraft;
  readonly isBlocked: boolean;
  readonly onChange: (draft: CohortDraft) => void;
}) {
  const { draft, isBlocked, onChange } = props;
  return (
    <Card>
      <div className={styles.fields}>
        <TextField
          label="Name"
          maxLength={400}
          value={draft.name}
          disabled={isBlocked}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
        <TextArea
          label="Description"
          rows={1}
          maxLength={1_000}
          value={draft.description}
          disabled={isBlocked}
          onChange={({ target }) => onChange({ ...draft, description: target.value })}
        />
      </div>
    </Card>
  );
}

function DeepCriteria({ filters }: { readonly filters: Cohort['filters'] }) {
  return (
    <Card title="Criteria">
      <Notice kind="info">
        These criteria are too deeply nested for the editor. Use the API to change them.
      </Notice>
      <CodeBlock label="Criteria" code={JSON.stringify(filters, null, 2)} />
    </Card>
  );
}

function draftOf({ name, description, is_static: isStatic, filters }: Cohort): CohortDraft {
  const criteria = criteriaOf(filters) ?? NO_CRITERIA;
  // Without criteria, one empty group is shown, to which the first criterion can be added.
  const isEmpty = filtersOfCriteria(criteria).properties.values.length === 0;
  return { name: name ?? '', description, isStatic, criteria: isEmpty ? NO_CRITERIA : criteria };
}
