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

interface Typed {
  readonly name: string;
  readonly code: string;
  readonly password: string;
}

interface ProofDialogProps {
  readonly title: string;
  /** The text of the button that confirms the change. */
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly hasPassword: boolean;
  /** The hint of the field for the code; without it, there is no such field. */
  readonly codeHint?: string;
  readonly asksForName?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (proof: Proof) => Promise<void>;
  readonly children?: ReactNode;
}

/**
 * Confirms a change of the user's second factors. It asks for their password, a code or both, as proof of their
 * identity.
 */
export function ProofDialog(props: ProofDialogProps) {
  const { title, verb, isDangerous = false, hasPassword } = props;
  const formId = useId();
  const [proof, setProof] = useState<Typed>({ name: '', code: '', password: '' });
  const run = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => {
      const { password, ...typed } = proof;
      return props.onConfirm({ ...typed, ...(hasPassword && { current_password: password }) });
    },
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
          <ProofFields {...props} proof={proof} onChange={setProof} />
          {run.isError && <Notice kind="danger">{passkeyMessageOf(run.error)}</Notice>}
        </Stack>
      </form>
    </Dialog>
  );
}

function ProofFields(
  props: Pick<ProofDialogProps, 'hasPassword' | 'codeHint' | 'asksForName'> & {
    readonly proof: Typed;
    readonly onChange: (proof: Typed) => void;
  },
) {
  const { hasPassword, codeHint, asksForName = false, proof, onChange } = props;
  return (
    <>
      {asksForName && (
        <TextField
          label="Name"
          hint="For example the name of the device."
          required
          maxLength={100}
          value={proof.name}
          onChange={(event) => onChange({ ...proof, name: event.target.value })}
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
          value={proof.code}
          onChange={(event) => onChange({ ...proof, code: event.target.value })}
        />
      )}
      {hasPassword && (
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          value={proof.password}
          onChange={(event) => onChange({ ...proof, password: event.target.value })}
        />
      )}
    </>
  );
}
