import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { fieldsDifference } from '../../../queries/flags/proposal';
import { Button } from '../../../ui/button/button';
import { Dialog } from '../../../ui/dialog/dialog';
import { Checkbox } from '../../../ui/field/field';
import { Row, Stack } from '../../../ui/layout/page';
import { SearchPicker } from '../../../ui/picker/search-picker';
import { FailedNotice, Loading, Notice } from '../../../ui/state/states';
import { toast } from '../../../ui/toast/toasts';
import { Differences } from '../differences';
import type { CopyFailure, CopyPlan, CopyRequest, Environment } from './environment-data';
import { findCohorts, copyFlag } from './environment-data';

/** A dialog that shows the changes of a promotion and, after a confirmation, makes exactly these. */
export function PromoteDialog(props: {
  readonly flagKey: string;
  readonly environments: readonly Environment[];
  /** The index of the source environment. */
  readonly from: number;
  readonly onClose: () => void;
}) {
  const { flagKey, environments, from, onClose } = props;
  const [source, target] = [environments[from], environments[from + 1]];
  const client = useQueryClient();
  const [options, setOptions] = useState({ includesDependencies: true, disablesCopy: false });
  const [cohorts, setCohorts] = useState<Readonly<Record<string, number>>>({});
  const copy: CopyRequest = {
    key: flagKey,
    from: source?.project_id ?? 0,
    to: target?.project_id ?? 0,
    cohorts,
    ...options,
  };
  const dryRun = useQuery({
    queryKey: ['environments', 'dry-run', copy],
    staleTime: 0,
    queryFn: () => copyFlag(copy),
  });
  const plan = dryRun.data?.plans[0];
  const run = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () =>
      copyFlag(copy, {
        source: dryRun.data?.source_version ?? 0,
        target: plan?.version ?? null,
      }),
    onSuccess: async ({ failed: [failed] }) => {
      await client.invalidateQueries({ queryKey: ['environments'] });
      if (failed !== undefined) return;
      toast('success', `Promoted ${flagKey} to ${target?.name}.`);
      onClose();
    },
  });
  const failed = run.data?.failed[0];
  const canRun = plan !== undefined && plan.problems.length === 0 && plan.action !== 'none';
  return (
    <Dialog
      title={`Promote ${flagKey} from ${source?.name} to ${target?.name}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind="primary"
            busy={run.isPending}
            disabled={!canRun || failed !== undefined}
            onClick={() => run.mutate()}
          >
            Promote
          </Button>
        </>
      }
    >
      <Stack>
        <Options options={options} onChange={setOptions} />
        {dryRun.isPending && <Loading label="Comparing" />}
        <FailedNotice query={dryRun} />
        {plan !== undefined && (
          <Plan
            plan={plan}
            targetId={copy.to}
            cohorts={cohorts}
            onMap={(id, cohort) => setCohorts({ ...cohorts, [id]: cohort })}
          />
        )}
        {failed !== undefined && <Failure failure={failed} projectId={copy.to} />}
        {run.isError && <Notice kind="danger">{messageOf(run.error)}</Notice>}
      </Stack>
    </Dialog>
  );
}

interface PromoteOptions {
  readonly includesDependencies: boolean;
  readonly disablesCopy: boolean;
}

function Options(props: {
  readonly options: PromoteOptions;
  readonly onChange: (options: PromoteOptions) => void;
}) {
  const { options, onChange } = props;
  return (
    <Row>
      <Checkbox
        label="Also copy flags that it depends on"
        checked={options.includesDependencies}
        onChange={(includesDependencies) => onChange({ ...options, includesDependencies })}
      />
      <Checkbox
        label="Turn the copy off"
        checked={options.disablesCopy}
        onChange={(disablesCopy) => onChange({ ...options, disablesCopy })}
      />
    </Row>
  );
}

/**
 * The reason why a flag was not promoted. If the change needs an approval, a link opens the change request in the
 * target.
 */
function Failure(props: { readonly failure: CopyFailure; readonly projectId: number }) {
  const { failure, projectId } = props;
  const { errors, change_request_id: proposalId } = failure;
  return (
    <Notice kind={proposalId === undefined ? 'danger' : 'info'}>
      {errors}{' '}
      {proposalId !== undefined && (
        <a href={`/project/${projectId}/feature_flags/proposals?id=${proposalId}`}>
          Show the proposal
        </a>
      )}
    </Notice>
  );
}

function Plan(props: {
  readonly plan: CopyPlan;
  readonly targetId: number;
  readonly cohorts: Readonly<Record<string, number>>;
  readonly onMap: (id: number, cohort: number) => void;
}) {
  const { plan, targetId, cohorts, onMap } = props;
  const sideOf = (side: 'before' | 'after') =>
    Object.fromEntries(plan.differences.map((difference) => [difference.field, difference[side]]));
  const before = plan.action === 'create' ? {} : sideOf('before');
  const made = plan.cohorts.filter(({ action }) => action === 'create');
  const copied = plan.dependencies.filter(({ action }) => action === 'copy');
  return (
    <>
      {plan.action === 'none' ? (
        <p>The flags are the same.</p>
      ) : (
        <Differences differences={fieldsDifference(before, sideOf('after'))} />
      )}
      {made.length > 0 && (
        <p>Cohorts that will be created: {made.map(({ name }) => name).join(', ')}</p>
      )}
      {copied.length > 0 && (
        <p>Flags that will be copied: {copied.map(({ key }) => key).join(', ')}</p>
      )}
      {plan.cohorts
        .filter(({ action }) => action === 'missing' || action === 'mapped')
        .map(({ source_id: id, name }) => (
          <CohortField
            key={id}
            label={`Cohort in place of ${name ?? id}`}
            projectId={targetId}
            value={cohorts[id]}
            onChange={(cohort) => onMap(id, cohort)}
          />
        ))}
      {plan.problems.map((problem) => (
        <Notice key={problem} kind="warning">
          {problem}
        </Notice>
      ))}
    </>
  );
}

function CohortField(props: {
  readonly label: string;
  readonly projectId: number;
  readonly value: number | undefined;
  readonly onChange: (cohort: number) => void;
}) {
  const { label, projectId, value, onChange } = props;
  const [name, setName] = useState<string | null>(null);
  return (
    <SearchPicker
      label={label}
      text={value === undefined ? 'Choose one' : (name ?? String(value))}
      things="cohorts"
      queryKey={['cohorts', projectId]}
      load={(text, signal) => findCohorts(projectId, text, signal)}
      onPick={(choice) => {
        if (choice === null) return;
        setName(choice.value);
        onChange(Number(choice.key));
      }}
    />
  );
}
