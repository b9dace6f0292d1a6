import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { timestampText } from '../../queries/time-text';
import { passkeysBlockedHere } from '../../session/passkeys';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { Card, Row, Stack } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { CodeBlock } from '../../ui/text/code-block';
import { toast } from '../../ui/toast/toasts';
import styles from './account.module.css';
import type { OwnFactors, OwnPasskey, Proof } from './factors-data';
import {
  addPasskey,
  confirmTotp,
  disableTotp,
  factorsQuery,
  removePasskey,
  replaceCodes,
} from './factors-data';
import { ProofDialog } from './proof-dialog';
import { TotpDialog } from './totp-dialog';

type Opened =
  | { readonly kind: 'add-totp' | 'remove-totp' | 'add-passkey' | 'codes' }
  | { readonly kind: 'remove-passkey'; readonly passkey: OwnPasskey };

/** The second factors of the user and their recovery codes. */
export function SecondFactors({ timezone }: { readonly timezone: string }) {
  const factors = useQuery(factorsQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card title="Second factor">
      <p>
        To sign in with your password, one of these is also required. A passkey also signs you in
        without the password.
      </p>
      {factors.isPending && <Loading label="Loading second factors" />}
      {factors.isError && (
        <ErrorState error={factors.error} onRetry={() => void factors.refetch()} />
      )}
      {factors.data !== undefined && (
        <>
          <Parts factors={factors.data} timezone={timezone} onOpen={setOpened} />
          {opened !== null && (
            <FactorDialog
              opened={opened}
              factors={factors.data}
              onClose={() => setOpened(null)}
              onCodes={setCodes}
            />
          )}
        </>
      )}
      {codes !== null && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

interface PartsProps {
  readonly factors: OwnFactors;
  readonly timezone: string;
  readonly onOpen: (opened: Opened) => void;
}

function Parts({ factors, timezone, onOpen }: PartsProps) {
  const { totp, passkeys, recovery_codes_left: left } = factors;
  const hasFactor = totp !== null || passkeys.length > 0;
  const withoutKey = factors.totp_available
    ? null
    : 'Second factors are not configured on this server: its operator has to set LOGIN_SECRETS_KEY.';
  return (
    <>
      <Part
        title="Authenticator app"
        badge={totp === null ? <Badge>off</Badge> : <Badge tone="success">on</Badge>}
        action={
          totp === null ? (
            <Button blockedBy={withoutKey} onClick={() => onOpen({ kind: 'add-totp' })}>
              Add an app
            </Button>
          ) : (
            <Button kind="quiet" onClick={() => onOpen({ kind: 'remove-totp' })}>
              Remove the app
            </Button>
          )
        }
      >
        {totp === null
          ? 'Six digits from an app on your phone, which change every 30 seconds.'
          : `Added ${timestampText(totp.created_at, timezone)} (${timezone}).`}
      </Part>
      <Part
        title="Passkeys"
        badge={passkeys.length === 0 ? <Badge>none</Badge> : <Badge tone="success">on</Badge>}
        action={
          <Button blockedBy={passkeysBlockedHere()} onClick={() => onOpen({ kind: 'add-passkey' })}>
            Add a passkey
          </Button>
        }
      >
        {passkeysBlockedHere() ??
          'Your fingerprint, face, PIN or security key. A passkey only works on this site, which protects it from phishing.'}
      </Part>
      {passkeys.length > 0 && (
        <PasskeyTable passkeys={passkeys} timezone={timezone} onOpen={onOpen} />
      )}
      {hasFactor && (
        <Part
          title="Recovery codes"
          badge={<Badge tone={left < 3 ? 'warning' : 'plain'}>{left} left</Badge>}
          action={
            <Button onClick={() => onOpen({ kind: 'codes' })}>Create new recovery codes</Button>
          }
        >
          Each can be used once instead of a lost phone or passkey.
        </Part>
      )}
    </>
  );
}

function Part(props: {
  readonly title: string;
  readonly badge: ReactNode;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.part}>
      <div>
        <Row>
          <h3>{props.title}</h3>
          {props.badge}
        </Row>
        <p className={styles.note}>{props.children}</p>
      </div>
      {props.action}
    </div>
  );
}

function PasskeyTable({
  passkeys,
  timezone,
  onOpen,
}: Omit<PartsProps, 'factors'> & { readonly passkeys: readonly OwnPasskey[] }) {
  return (
    <Table
      label="Passkeys"
      columns={[
        { label: 'Name' },
        { label: `Last used (${timezone})` },
        { label: `Added (${timezone})` },
        { label: 'Actions' },
      ]}
    >
      {passkeys.map((passkey) => (
        <tr key={passkey.id}>
          <th scope="row">{passkey.name}</th>
          <td>
            {passkey.last_used_at === null
              ? 'not yet'
              : timestampText(passkey.last_used_at, timezone)}
          </td>
          <td>{timestampText(passkey.created_at, timezone)}</td>
          <td>
            <Button
              kind="quiet"
              aria-label={`Remove the passkey ${passkey.name}`}
              onClick={() => onOpen({ kind: 'remove-passkey', passkey })}
            >
              Remove
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function FactorDialog(props: {
  readonly opened: Opened;
  readonly factors: OwnFactors;
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const { opened, factors, onClose, onCodes } = props;
  const client = useQueryClient();
  const common = { hasPassword: factors.has_password, onClose };
  const does =
    (work: (proof: Proof) => Promise<readonly string[] | null>, message: string) =>
    async (proof: Proof): Promise<void> => {
      const codes = await work(proof);
      onClose();
      if (codes !== null) onCodes(codes);
      toast('success', message);
      await client.invalidateQueries({ queryKey: factorsQuery.queryKey });
    };
  switch (opened.kind) {
    case 'add-totp':
      return (
        <TotpDialog {...common} onConfirm={does(confirmTotp, 'Added your authenticator app.')} />
      );
    case 'remove-totp':
      return (
        <ProofDialog
          {...common}
          title="Remove the authenticator app?"
          verb="Remove it"
          isDangerous
          codeHint="The code from the app, or a recovery code."
          onConfirm={does(disableTotp, 'Removed your authenticator app.')}
        />
      );
    case 'add-passkey':
      return (
        <ProofDialog
          {...common}
          title="Add a passkey"
          verb="Continue in the browser"
          asksForName
          onConfirm={does(addPasskey, 'Added the passkey.')}
        />
      );
    case 'remove-passkey':
      return (
        <ProofDialog
          {...common}
          title={`Remove the passkey ${opened.passkey.name}?`}
          verb="Remove it"
          isDangerous
          onConfirm={does(removePasskey(opened.passkey.id), 'Removed the passkey.')}
        >
          <p>Also remove it from your device: it is no longer valid afterwards.</p>
        </ProofDialog>
      );
    case 'codes':
      return (
        <ProofDialog
          {...common}
          title="Create new recovery codes?"
          verb="Create new codes"
          onConfirm={does(replaceCodes, 'The earlier codes are no longer valid.')}
        >
          <p>The codes that you have will no longer be valid.</p>
        </ProofDialog>
      );
  }
}

function CodesDialog(props: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  return (
    <Dialog
      title="Your recovery codes"
      isOpen
      onClose={props.onClose}
      actions={
        <Button kind="primary" onClick={props.onClose}>
          I have stored them
        </Button>
      }
    >
      <Stack>
        <Notice kind="warning">
          Store them now, in a place that you can reach without your phone: they are not shown
          again. Each can be used once.
        </Notice>
        <CodeBlock code={props.codes.join('\n')} label="Recovery codes" />
      </Stack>
    </Dialog>
  );
}
