import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import type { ImportRun } from '../../queries/imports/import';
import type { AddressSource } from '../../queries/imports/import-address';
import { ADDRESS_FORMS, EMPTY_ADDRESS } from '../../queries/imports/import-address';
import { useBlockedBy, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { Notice } from '../../ui/state/states';
import { importAddress } from './import-data';
import styles from './imports.module.css';

/** A form that imports a project from another service, with its address and a credential. */
export function AddressForm(props: {
  readonly source: AddressSource;
  readonly onStarted: (run: ImportRun) => void;
}) {
  const { source, onStarted } = props;
  const { command, scope, fields } = ADDRESS_FORMS[source];
  const projectId = useProjectId();
  const blockedBy = useBlockedBy(scope);
  const [values, setValues] = useState(EMPTY_ADDRESS);
  const start = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => importAddress(projectId, source, values),
    onSuccess: (run) => {
      setValues(EMPTY_ADDRESS);
      onStarted(run);
    },
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      {fields.map(({ name, label, hint, type = 'text', isOptional = false }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          type={type}
          required={!isOptional}
          spellCheck={false}
          autoComplete="off"
          disabled={blockedBy !== null}
          value={values[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
      <div>
        <Button
          kind="primary"
          type="submit"
          icon="download"
          busy={start.isPending}
          blockedBy={blockedBy}
        >
          {command}
        </Button>
      </div>
      {start.error !== null && <Notice kind="danger">{messageOf(start.error)}</Notice>}
    </form>
  );
}
