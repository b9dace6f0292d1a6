import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { ErrorState, Loading } from '../../ui/state/states';
import { CodeBlock } from '../../ui/text/code-block';
import { Dialog } from '../../ui/dialog/dialog';
import { Lazily } from '../../ui/state/lazily';
import type { Proof } from './factors-data';
import { beginTotp } from './factors-data';
import { ProofDialog } from './proof-dialog';

const QrCode = lazy(() => import('../../ui/qr/qr-code'));

/** Adds an authenticator app: shows its secret as a QR code and as text, then asks for the first code. */
export function TotpDialog(props: {
  readonly hasPassword: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (proof: Proof) => Promise<void>;
}) {
  // Each opening of the dialog creates a new secret.
  const begun = useQuery({
    queryKey: ['totp-secret'],
    queryFn: beginTotp,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const title = 'Add an authenticator app';
  if (begun.data === undefined) {
    return (
      <Dialog title={title} isOpen onClose={props.onClose}>
        {begun.isError ? (
          <ErrorState error={begun.error} onRetry={() => void begun.refetch()} />
        ) : (
          <Loading label="Creating a secret" />
        )}
      </Dialog>
    );
  }
  const { secret, uri } = begun.data;
  return (
    <ProofDialog
      title={title}
      verb="Add it"
      codeHint="The six digits that the app shows now."
      {...props}
    >
      <p>Scan this with the app on your phone, or type the secret into it.</p>
      <Lazily fallback={<Loading label="Drawing the code" />}>
        <QrCode text={uri} label="QR code of the secret" />
      </Lazily>
      <CodeBlock code={inGroups(secret)} label="Secret" />
    </ProofDialog>
  );
}

/**
 * Formats the secret in groups of four on two lines, which are easy to type and fit on a phone. Apps ignore the spaces.
 */
function inGroups(secret: string): string {
  return (secret.match(/.{1,16}/g) ?? [])
    .map((line) => line.replace(/.{4}(?=.)/g, '$& '))
    .join('\n');
}
