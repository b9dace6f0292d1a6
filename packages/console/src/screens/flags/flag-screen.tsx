import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lazy, useState } from 'react';
import type { Flag, FlagDraft } from '../../queries/flags/flag';
import { draftOf, draftProblems, NEW_FLAG } from '../../queries/flags/flag';
import { useAddressSearch, useChangeSearch, usePathParameter } from '../../session/address';
import { useBlockedBy, useProjectId } from '../../session/me';
import { ProjectLink, useProjectNavigate } from '../../session/project-link';
import { useSaveKey } from '../../session/use-save-key';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Checkbox, TextField } from '../../ui/field/field';
import { Card, Page, Row, Stack } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { Tabs } from '../../ui/tabs/tabs';
import { Badge } from '../../ui/text/badge';
import { Lazily } from '../../ui/state/lazily';
import { ArchiveButton } from './archive-button';
import { ConditionsEditor } from './conditions-editor';
import { ExplainPanel } from './explain-panel';
import { deleteFlag, flagQuery } from './flag-data';
import { HistoryTab } from './history-tab';
import { PendingProposals } from './proposals/pending-proposals';
import { SaveDialog } from './save-dialog';
import { UsageTab } from './usage-tab';
import { useDraft } from './use-draft';
import { VariantsEditor } from './variants-editor';
import styles from './flags.module.css';

const RolloutTab = lazy(async () => ({ default: (await import('./rollout-tab')).RolloutTab }));
const ScheduleTab = lazy(async () => ({ default: (await import('./schedule-tab')).ScheduleTab }));

/** `feature_flags/new` and `feature_flags/{id}`. */
export default function FlagScreen() {
  const flagId = usePathParameter('flagId');
  const projectId = useProjectId();
  const stored = useQuery({ ...flagQuery(projectId, flagId), enabled: flagId !== 'new' });
  if (flagId === 'new') return <FlagEditor key="new" flag={null} />;
  if (stored.data === undefined) {
    if (!stored.isError) return <Loading label="Loading the flag" />;
    return <ErrorState isPage error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  return <FlagEditor key={flagId} flag={stored.data} />;
}

function FlagEditor({ flag }: { readonly flag: Flag | null }) {
  const projectId = useProjectId();
  const go = useProjectNavigate();
  const blockedBy = useBlockedBy('feature_flag:write');
  // The version that the draft is based on. If another user saves a newer one meanwhile, saving the draft is a
  // conflict.
  const [original, setOriginal] = useState(flag);
  const { part: tab = 'release' } = useAddressSearch();
  const change = useChangeSearch();
  const setTab = (part: string): void => change({ part: part === 'release' ? undefined : part });
  const [isSaving, setSaving] = useState(false);
  const stored = original === null ? NEW_FLAG : draftOf(original);
  const name = `${projectId}/${original?.id ?? 'new'}`;
  const { draft, setDraft, isChanged, forget } = useDraft(name, stored, original?.version ?? 0);
  const problems = draftProblems(draft);
  const canSave = isChanged && problems.length === 0 && blockedBy === null;
  useSaveKey(canSave, () => setSaving(true));
  const saved = (next: Flag): void => {
    forget();
    setSaving(false);
    setOriginal(next);
    setDraft(draftOf(next));
    if (original === null) go({ path: `feature_flags/${next.id}`, replace: true });
  };
  const edit = (next: FlagDraft): void => {
    setDraft(next);
    setTab('release');
  };
  return (
    <Page
      title={original?.key ?? 'New flag'}
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
          {original !== null && <ArchiveButton flag={original} blockedBy={blockedBy} />}
          {original !== null && <DeleteButton flag={original} blockedBy={blockedBy} />}
          <Button
            kind="primary"
            icon="save"
            disabled={!canSave}
            blockedBy={blockedBy}
            onClick={() => setSaving(true)}
          >
            {original === null ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <ProjectLink path="feature_flags">All flags</ProjectLink>
      {original !== null && <PendingProposals flagId={original.id} />}
      {isChanged && problems.length > 0 && <Notice kind="warning">{problems.join(' ')}</Notice>}
      {original === null ? (
        <Release draft={draft} flagId={null} blockedBy={blockedBy} onChange={setDraft} />
      ) : (
        <Parts
          flag={original}
          draft={draft}
          blockedBy={blockedBy}
          selected={tab}
          onSelect={setTab}
          onDraft={edit}
        >
          <Release draft={draft} flagId={original.id} blockedBy={blockedBy} onChange={setDraft} />
        </Parts>
      )}
      {isSaving && (
        <SaveDialog
          draft={draft}
          original={original}
          onClose={() => setSaving(false)}
          onSaved={saved}
          onReload={(current) => {
            setOriginal(current);
            setSaving(false);
            setTab('history');
          }}
        />
      )}
    </Page>
  );
}

function Parts(props: {
  readonly flag: Flag;
  readonly draft: FlagDraft;
  readonly blockedBy: string | null;
  readonly selected: string;
  readonly onSelect: (part: string) => void;
  /** Opens the release tab with a changed or an earlier draft. */
  readonly onDraft: (draft: FlagDraft) => void;
  /** The content of the release tab. */
  readonly children: ReactNode;
}) {
  const { flag, draft, blockedBy, selected, onSelect, onDraft, children } = props;
  return (
    <Tabs
      label="Parts of the flag"
      selected={selected}
      onSelect={onSelect}
      tabs={[
        { id: 'release', label: 'Release', content: children },
        {
          id: 'usage',
          label: 'Usage',
          content: <UsageTab flag={flag} draft={draft} blockedBy={blockedBy} onChange={onDraft} />,
        },
        {
          id: 'rollout',
          label: 'Rollout',
          content: (
            <Lazily fallback={<Loading />}>
              <RolloutTab flag={flag} />
            </Lazily>
          ),
        },
        {
          id: 'schedule',
          label: 'Schedule',
          content: (
            <Lazily fallback={<Loading />}>
              <ScheduleTab flag={flag} />
            </Lazily>
          ),
        },
        {
          id: 'history',
          label: 'History',
          content: <HistoryTab flag={flag} onRestore={onDraft} />,
        },
      ]}
    />
  );
}

function Release(props: {
  readonly draft: FlagDraft;
  readonly flagId: number | null;
  readonly blockedBy: string | null;
  readonly onChange: (draft: FlagDraft) => void;
}) {
  const { draft, flagId, blockedBy, onChange } = props;
  const isBlocked = blockedBy !== null;
  return (
    <div className={styles.columns}>
      <Stack>
        <Card>
          <div className={styles.fields}>
            <TextField
              label="Key"
              hint="The key that your code uses to request the flag."
              value={draft.key}
              spellCheck={false}
              disabled={isBlocked}
              onChange={(event) => onChange({ ...draft, key: event.target.value })}
            />
            <TextField
              label="Name"
              hint="What the flag is for."
              value={draft.name}
              disabled={isBlocked}
              onChange={(event) => onChange({ ...draft, name: event.target.value })}
            />
          </div>
          <Row>
            <Checkbox
              label="The flag is on"
              checked={draft.active}
              disabled={isBlocked}
              onChange={(active) => onChange({ ...draft, active })}
            />
          </Row>
        </Card>
        <ConditionsEditor draft={draft} onChange={onChange} blockedBy={blockedBy} />
        <VariantsEditor draft={draft} onChange={onChange} blockedBy={blockedBy} />
      </Stack>
      <Stack>
        <ExplainPanel draft={draft} flagId={flagId} />
        {flagId !== null && <BeforeWidening flagId={flagId} />}
      </Stack>
    </div>
  );
}

/** Links to the tabs that show whether the flag can be rolled out to more people. */
function BeforeWidening({ flagId }: { readonly flagId: number }) {
  const path = `feature_flags/${flagId}`;
  return (
    <Card title="Is it safe to roll out further?">
      <p>
        <ProjectLink path={path} search={{ part: 'usage' }}>
          Compare later events by flag value
        </ProjectLink>
        , or{' '}
        <ProjectLink path={path} search={{ part: 'rollout' }}>
          increase the rollout in steps while a metric does not get worse
        </ProjectLink>
        .
      </p>
    </Card>
  );
}

function DeleteButton({
  flag,
  blockedBy,
}: {
  readonly flag: Flag;
  readonly blockedBy: string | null;
}) {
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteFlag(projectId, flag.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['flags', projectId] });
      go({ path: 'feature_flags' });
    },
  });
  return (
    <>
      <Button kind="quiet" icon="trash-2" blockedBy={blockedBy} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Dialog
        title={`Delete ${flag.key}?`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              Delete the flag
            </Button>
          </>
        }
      >
        <p>Clients that request it no longer get a value.</p>
      </Dialog>
    </>
  );
}
