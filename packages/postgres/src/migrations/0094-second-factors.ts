/**
 * Factors of a sign-in other than a password: authenticator apps (encrypted secrets), recovery codes (hashes),
 * passkeys (public keys), and accounts of OpenID Connect providers. A challenge is one step of a sign-in or an
 * enrolment, which the next request continues.
 */
export const secondFactors = {
  id: 94,
  name: 'second-factors',
  sql: `
    CREATE TABLE IF NOT EXISTS user_totp (
      user_id integer PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      sealed_secret text NOT NULL,
      created_at timestamptz NOT NULL,
      confirmed_at timestamptz,
      last_step bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE IF NOT EXISTS recovery_codes (
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      hash text NOT NULL,
      PRIMARY KEY (user_id, hash)
    );

    CREATE TABLE IF NOT EXISTS passkeys (
      id uuid PRIMARY KEY,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id text NOT NULL UNIQUE,
      public_key text NOT NULL,
      sign_count bigint NOT NULL,
      transports text[] NOT NULL DEFAULT '{}',
      rp_id text NOT NULL,
      name text NOT NULL,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz
    );
    CREATE INDEX IF NOT EXISTS passkeys_by_user ON passkeys (user_id);

    CREATE TABLE IF NOT EXISTS provider_accounts (
      issuer text NOT NULL,
      subject text NOT NULL,
      user_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (issuer, subject)
    );
    CREATE INDEX IF NOT EXISTS provider_accounts_by_user ON provider_accounts (user_id);

    CREATE TABLE IF NOT EXISTS login_challenges (
      hash text PRIMARY KEY,
      purpose text NOT NULL,
      user_id integer REFERENCES users (id) ON DELETE CASCADE,
      data jsonb NOT NULL,
      tries integer NOT NULL DEFAULT 0,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX IF NOT EXISTS login_challenges_by_end ON login_challenges (expires_at);

    ALTER TABLE login_sessions ADD COLUMN IF NOT EXISTS second_factor text;
    ALTER TABLE organizations ADD COLUMN IF NOT EXISTS requires_second_factor boolean NOT NULL DEFAULT false;
  `,
} as const;
