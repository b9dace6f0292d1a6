import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { meQuery, useMe, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { NewPasswordFields } from '../../ui/field/new-password-fields';
import { Card, Page, Row, Stack } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { saveProfile, sessionsQuery } from './account-data';
import styles from './account.module.css';
import { LinkedAccounts } from './linked-accounts';
import { SecondFactors } from './second-factors';
import { Sessions } from './sessions';

/** The name, address, password, second factors, linked accounts and sessions of the signed-in user. */
export default function AccountScreen() {
  const { timezone } = useProject();
  return (
    <Page title="Your account">
      <Profile />
      <Password />
      <SecondFactors timezone={timezone} />
      <LinkedAccounts timezone={timezone} />
      <Sessions />
    </Page>
  );
}

function Profile() {
  const me = useMe();
  const client = useQueryClient();
  const [firstName, setFirstName] = useState(me.first_name);
  const [lastName, setLastName] = useState(me.last_name);
  const [email, setEmail] = useState(me.email);
  const [current, setCurrent] = useState('');
  const isMoving = email !== me.email;
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () =>
      saveProfile({
        first_name: firstName,
        last_name: lastName,
        ...(isMoving && { email, current_password: current }),
      }),
    onSuccess: async () => {
      setCurrent('');
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      toast('success', 'Saved your profile.');
    },
  });
  return (
    <Card title="Profile">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextField
            label="First name"
            autoComplete="given-name"
            required
            maxLength={150}
            value={firstName}
            onChange={(event) => setFirstName(event.target.value)}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            maxLength={150}
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
          />
          <TextField
            label="Email address"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
            hint="You sign in with it."
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {isMoving && (
            <TextField
              label="Your password, required to change the email address"
              type="password"
              autoComplete="current-password"
              required
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          )}
          {save.isError && <Notice kind="danger">{messageOf(save.error)}</Notice>}
          <Row>
            <Button kind="primary" type="submit" busy={save.isPending}>
              Save
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}

function Password() {
  // A new key empties the form after each change.
  const [changes, setChanges] = useState(0);
  return <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />;
}

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const { email } = useMe();
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState<string | null>(null);
  const save = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => saveProfile({ current_password: current, password: password ?? '' }),
    onSuccess: async () => {
      toast('success', 'Changed your password. Your other sessions have ended.');
      onChanged();
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <Card title="Password">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== null) save.mutate();
        }}
      >
        <Stack>
          {/* Password managers store the password for this user name. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <NewPasswordFields label="New password" onChange={setPassword} />
          {save.isError && <Notice kind="danger">{messageOf(save.error)}</Notice>}
          <Row>
            <Button type="submit" busy={save.isPending}>
              Change the password
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
