import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { passkeyMessageOf } from '../../session/passkeys';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { TextField } from '../../ui/field/field';
import { Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import type { Proof } from './factors-data';

/** A change of the own second factors: it asks for what proves that the account is theirs. */
export function ProofDialog(props: {
  readonly title: string;
  /** The text of the button that does it. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly hasPassword: boolean;
  /** Asks for a code, with this hint. */
  readonly codeHint?: string;
  /** Asks for a name, with this proposal. */
  readonly proposedName?: string;
  readonly onClose: () => void;
  readonly onConfirm: (proof: Proof) => Promise<void>;
  readonly children?: ReactNode;
}) {
  const { title, verb, isDangerous = false, hasPassword, codeHint, proposedName } = props;
  const formId = useId();
  const [name, setName] = useState(proposedName ?? '');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const run = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () =>
      props.onConfirm({ name, code, ...(hasPassword && { current_password: password }) }),
  });
  return (
    <Dialog
      title={title}
      isOpen
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button
            kind={isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={formId}
            busy={run.isPending}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate();
        }}
      >
        <Stack>
          {props.children}
          {proposedName !== undefined && (
            <TextField
              label="Name"
              hint="For example the device that it is on."
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
          {codeHint !== undefined && (
            <TextField
              label="Code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={40}
              hint={codeHint}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
          {hasPassword && (
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          {run.isError && <Notice kind="danger">{passkeyMessageOf(run.error)}</Notice>}
        </Stack>
      </form>
    </Dialog>
  );
}
