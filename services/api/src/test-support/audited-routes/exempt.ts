const READS = 'asks, and changes nothing';
const NEEDS_SESSION =
  'needs a session (logins/second-factor.int.test.ts and logins/passkey.int.test.ts)';
const ALWAYS_REJECTED = 'is always rejected';

/** Routes that look as if they changed something, and why the log is silent about them. */
export const EXEMPT: Readonly<Record<string, string>> = {
  actions_preview_create: READS,
  cohorts_size_create: READS,
  feature_flags_bulk_keys: READS,
  feature_flags_dry_run: READS,
  feature_flags_user_blast_radius: READS,
  feature_flags_test_evaluation_create: READS,
  ingestion_rules_dry_run: READS,
  mcp_tools_create: READS,
  persons_batch_by_distinct_ids: READS,
  query_create: READS,
  query_create_of_kind: READS,
  query_chat_create: READS,
  query_check_auth_for_async: READS,
  query_downloads_create: READS,
  query_upgrade: READS,
  warehouse_view_link_validate_create: READS,
  actions_destroy: ALWAYS_REJECTED,
  annotations_destroy: ALWAYS_REJECTED,
  cohorts_destroy: ALWAYS_REJECTED,
  dashboards_destroy: ALWAYS_REJECTED,
  experiments_destroy: ALWAYS_REJECTED,
  feature_flags_destroy: ALWAYS_REJECTED,
  insights_destroy: ALWAYS_REJECTED,
  insights_cancel_create: 'ends a query, which the log of queries shows',
  query_destroy: 'ends a query, which the log of queries shows',
  insights_viewed_create: 'notes that somebody looked',
  insights_viewed_create_many: 'notes that somebody looked',
  sample_data_destroy:
    'asks a query-worker for the removal, which is in the activity log (tests/src/e2e/demo.int.test.ts)',
  login_refresh: 'goes on with a login that was told',
  signup_create: 'is by the invited person (members/members.int.test.ts)',
  login_second_factor_create: 'finishes a login (logins/second-factor.int.test.ts)',
  login_passkey_begin_create: 'makes a challenge',
  login_passkey_create: 'is a login (logins/passkey.int.test.ts)',
  login_provider_begin_create: 'makes a challenge',
  login_provider_create: 'is a login (logins/provider-login.int.test.ts)',
  users_me_totp_create: 'makes a secret that counts once it is confirmed',
  users_me_totp_confirm_create: NEEDS_SESSION,
  users_me_totp_disable_create: NEEDS_SESSION,
  users_me_recovery_codes_create: NEEDS_SESSION,
  users_me_passkeys_begin_create: 'makes a challenge',
  users_me_passkeys_create: NEEDS_SESSION,
  users_me_passkeys_remove_create: NEEDS_SESSION,
  organizations_partial_update:
    'needs a second factor of the caller (logins/second-factor.int.test.ts)',
  users_me_sessions_end_others: 'needs a session (profile/profile.int.test.ts)',
};
