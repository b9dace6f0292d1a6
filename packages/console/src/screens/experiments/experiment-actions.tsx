import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Experiment } from '../../queries/experiments/experiment';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Icon } from '../../ui/icon/icon';
import { Menu, MenuItem } from '../../ui/menu/menu';
import { DecisionDialog } from './decision-dialog';
import {
  createExposureCohort,
  deleteExperiment,
  duplicateExperiment,
  useExperimentCommand,
} from './experiment-data';

type Question = 'launch' | 'reset' | 'delete' | null;

const QUESTIONS = {
  launch: {
    title: 'Start the experiment?',
    text: 'The flag is turned on, and people are counted from now on. Variants cannot be changed afterwards.',
    button: 'Start',
  },
  reset: {
    title: 'Reset it to a draft?',
    text: 'Its dates and decision are removed. The flag stays as it is, and events are kept.',
    button: 'Reset to draft',
  },
  delete: {
    title: 'Delete the experiment?',
    text: 'It is removed from all lists. Its flag and events are kept.',
    button: 'Delete',
  },
} as const;

/** Buttons that start, pause or end an experiment, and a menu with the other commands. */
export function ExperimentActions({ experiment }: { readonly experiment: Experiment }) {
  const blockedBy = useBlockedBy('experiment:write');
  const command = useExperimentCommand(experiment.id);
  const [question, setQuestion] = useState<Question>(null);
  const [isDeciding, setDeciding] = useState(false);
  const { status } = experiment;
  const isBusy = command.isPending;
  return (
    <>
      {status === 'draft' && (
        <Button
          kind="primary"
          icon="play"
          blockedBy={blockedBy}
          busy={isBusy}
          onClick={() => setQuestion('launch')}
        >
          Start
        </Button>
      )}
      {status === 'running' && (
        <Button
          icon="pause"
          blockedBy={blockedBy}
          busy={isBusy}
          onClick={() => command.mutate({ step: 'pause' })}
        >
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button
          icon="play"
          blockedBy={blockedBy}
          busy={isBusy}
          onClick={() => command.mutate({ step: 'resume' })}
        >
          Resume
        </Button>
      )}
      {status !== 'draft' && (
        <Button kind="primary" icon="check" blockedBy={blockedBy} onClick={() => setDeciding(true)}>
          {status === 'stopped' ? 'Ship a variant' : 'End with a decision'}
        </Button>
      )}
      {blockedBy === null && <More experiment={experiment} onAsk={setQuestion} />}
      <Confirmation experiment={experiment} question={question} onClose={() => setQuestion(null)} />
      {isDeciding && <DecisionDialog experiment={experiment} onClose={() => setDeciding(false)} />}
    </>
  );
}

function More(props: {
  readonly experiment: Experiment;
  readonly onAsk: (question: Question) => void;
}) {
  const { experiment, onAsk } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const command = useExperimentCommand(experiment.id);
  const copy = useMutation({
    mutationFn: () =>
      duplicateExperiment(projectId, experiment.id, { name: `${experiment.name} (copy)` }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['experiments', projectId] });
      go({ path: `experiments/${id}` });
    },
  });
  const gather = useMutation({
    mutationFn: () => createExposureCohort(projectId, experiment.id),
    onSuccess: async ({ cohort }) => {
      go({ path: `cohorts/${cohort.id}` });
      await client.invalidateQueries({ queryKey: ['experiments', projectId] });
    },
  });
  const { status, archived, exposure_cohort: cohortId } = experiment;
  return (
    <Menu label="More" trigger={<Icon name="ellipsis" />} isCompact>
      <MenuItem icon="copy" onClick={() => copy.mutate()}>
        Copy
      </MenuItem>
      {cohortId !== null && (
        <MenuItem icon="users" onClick={() => go({ path: `cohorts/${cohortId}` })}>
          Open the cohort of its people
        </MenuItem>
      )}
      {cohortId === null && status !== 'draft' && (
        <MenuItem icon="users" onClick={() => gather.mutate()}>
          Create a cohort of its people
        </MenuItem>
      )}
      {status === 'stopped' && !archived && (
        <MenuItem icon="save" onClick={() => command.mutate({ step: 'archive' })}>
          Archive
        </MenuItem>
      )}
      {archived && (
        <MenuItem icon="save" onClick={() => command.mutate({ step: 'unarchive' })}>
          Unarchive
        </MenuItem>
      )}
      {status !== 'draft' && (
        <MenuItem icon="refresh-cw" onClick={() => onAsk('reset')}>
          Reset to draft
        </MenuItem>
      )}
      <MenuItem icon="trash-2" onClick={() => onAsk('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}

function Confirmation(props: {
  readonly experiment: Experiment;
  readonly question: Question;
  readonly onClose: () => void;
}) {
  const { experiment, question, onClose } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const go = useProjectNavigate();
  const command = useExperimentCommand(experiment.id);
  const remove = useMutation({
    mutationFn: () => deleteExperiment(projectId, experiment.id),
    onSuccess: async () => {
      go({ path: 'experiments' });
      await client.invalidateQueries({ queryKey: ['experiments', projectId, 'list'] });
    },
  });
  if (question === null) return null;
  const { title, text, button } = QUESTIONS[question];
  const confirm = (): void => {
    onClose();
    if (question === 'delete') remove.mutate();
    else command.mutate({ step: question });
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind={question === 'delete' ? 'danger' : 'primary'} onClick={confirm}>
            {button}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
