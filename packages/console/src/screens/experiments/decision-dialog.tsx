import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import type { Experiment } from '../../queries/experiments/experiment';
import { variantsOfExperiment } from '../../queries/experiments/experiment';
import { CONCLUSIONS } from '../../queries/experiments/metric-words';
import { useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Checkbox, SelectField, TextArea } from '../../ui/field/field';
import { Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { shipVariant } from './experiment-data';

const CHOICES = [{ value: '', label: 'Choose a decision' }, ...CONCLUSIONS] as const;

type Conclusion = (typeof CHOICES)[number]['value'];

/** A dialog that ends an experiment with a conclusion, and optionally ships one of its variants. */
export function DecisionDialog(props: {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}) {
  const { experiment, onClose } = props;
  const projectId = useProjectId();
  const client = useQueryClient();
  const hasEnded = experiment.status === 'stopped';
  const [conclusion, setConclusion] = useState<Conclusion>(
    (experiment.conclusion ?? '') as Conclusion,
  );
  const [comment, setComment] = useState(experiment.conclusion_comment ?? '');
  const [variant, setVariant] = useState('');
  const [isForAll, setForAll] = useState(false);
  const decide = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => {
      const judged = { conclusion, conclusion_comment: comment };
      if (variant === '') {
        const path = `/api/projects/${projectId}/experiments/${experiment.id}/end/`;
        return request<Experiment>('POST', path, { body: judged });
      }
      const shipped = { ...judged, variant_key: variant, release_to_everyone: isForAll };
      return shipVariant(projectId, experiment.id, shipped);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['experiments', projectId] });
      onClose();
    },
  });
  const keys = variantsOfExperiment(experiment).map(({ key }) => key);
  return (
    <Dialog
      title={hasEnded ? 'Ship a variant' : 'End the experiment'}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={decide.isPending}
            disabled={conclusion === '' || (hasEnded && variant === '')}
            onClick={() => decide.mutate()}
          >
            {variant === '' ? 'End it' : `Ship ${variant}`}
          </Button>
        </>
      }
    >
      <Stack>
        <SelectField
          label="Decision"
          value={conclusion}
          options={CHOICES}
          onChange={setConclusion}
        />
        <TextArea
          label="Reason"
          rows={2}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
        <SelectField
          label="Variant to ship"
          value={variant}
          options={[
            { value: '', label: hasEnded ? 'Choose a variant' : 'None: the flag stays as it is' },
            ...keys.map((key) => ({ value: key, label: key })),
          ]}
          onChange={setVariant}
        />
        {variant !== '' && (
          <Checkbox
            label="Also ship it to people who do not match the conditions of the flag"
            checked={isForAll}
            onChange={setForAll}
          />
        )}
        {decide.isError && <Notice kind="danger">{messageOf(decide.error)}</Notice>}
      </Stack>
    </Dialog>
  );
}
