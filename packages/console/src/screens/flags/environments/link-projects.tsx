import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error';
import { projectListQuery, useBlockedBy } from '../../../session/me';
import { Button } from '../../../ui/button/button';
import { SelectField, TextField } from '../../../ui/field/field';
import { Card, Row, Stack } from '../../../ui/layout/page';
import { ErrorState, Notice } from '../../../ui/state/states';
import { toast } from '../../../ui/toast/toasts';
import { createChain } from './environment-data';

const STAGES = ['development', 'staging', 'production'] as const;

/** A form that links projects as the environments of one product. Stages without a project are omitted. */
export function LinkProjects() {
  const client = useQueryClient();
  const list = useQuery(projectListQuery);
  const projects = list.data ?? [];
  const blockedBy = useBlockedBy('project:write');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const environments = STAGES.flatMap((stage) => {
    const id = chosen[stage] ?? '';
    return id === '' ? [] : [{ project_id: Number(id), name: stage }];
  });
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => createChain(name, environments),
    onSuccess: async () => {
      setName('');
      setChosen({});
      await client.invalidateQueries({ queryKey: ['environments'] });
      toast('success', 'Linked the projects.');
    },
  });
  return (
    <Card title="Link projects">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextField
            label="Product"
            required
            disabled={blockedBy !== null}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {STAGES.map((stage) => (
            <SelectField
              key={stage}
              label={`Project of ${stage}`}
              disabled={blockedBy !== null}
              value={chosen[stage] ?? ''}
              options={[
                { value: '', label: 'None' },
                ...projects.map((project) => ({ value: String(project.id), label: project.name })),
              ]}
              onChange={(id) => setChosen({ ...chosen, [stage]: id })}
            />
          ))}
          {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
          {save.isError && <Notice kind="danger">{messageOf(save.error)}</Notice>}
          <Row>
            <Button
              type="submit"
              busy={save.isPending}
              disabled={environments.length < 2}
              blockedBy={blockedBy}
            >
              Link the projects
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
