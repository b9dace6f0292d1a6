import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { ImportRun } from '../../queries/imports/import';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { Notice } from '../../ui/state/states';
import type { SourceAddress } from './import-data';
import { importAddress } from './import-data';
import styles from './imports.module.css';

const EMPTY: SourceAddress = { address: '', project: '', key: '' };

/** Imports a project of PostHog, or of another Tidemark, by its address and a personal key. */
export function AddressForm({ onStarted }: { readonly onStarted: (run: ImportRun) => void }) {
  const projectId = useProjectId();
  // Settings come, too, and only administrators change those.
  const blockedBy = useBlockedBy('project:write');
  const [fields, setFields] = useState(EMPTY);
  const start = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => importAddress(projectId, fields),
    onSuccess: (run) => {
      setFields(EMPTY);
      onStarted(run);
    },
  });
  const field = (name: keyof SourceAddress) => ({
    required: true,
    spellCheck: false,
    autoComplete: 'off',
    disabled: blockedBy !== null,
    value: fields[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setFields({ ...fields, [name]: target.value }),
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <TextField label="Address" hint="For example https://eu.posthog.com" {...field('address')} />
      <TextField label="Project" hint="Its id in the source" {...field('project')} />
      <TextField
        label="Personal key"
        type="password"
        hint="One that may read everything there. It is removed when the import ends."
        {...field('key')}
      />
      <div>
        <Button
          kind="primary"
          type="submit"
          icon="download"
          busy={start.isPending}
          blockedBy={blockedBy}
        >
          Import the project
        </Button>
      </div>
      {start.error !== null && <Notice kind="danger">{messageOf(start.error)}</Notice>}
    </form>
  );
}
