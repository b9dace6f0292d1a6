import type { AuditedRequest } from './audited-request';

const ENVIRONMENTS = '/api/organizations/@current/environments/';

/** The change requests are rows of the test: another person has proposed the first two, and the caller the third. */
export const approvals: readonly AuditedRequest[] = [
  {
    route: 'change_requests_comments_create',
    request: ['POST', 'change_requests/{proposal}/comments/', { content: 'Why?' }],
    logged: ['ChangeRequest', 'commented'],
  },
  {
    route: 'change_requests_approve_create',
    request: ['POST', 'change_requests/{proposal}/approve/', {}],
    // The flag of the row does not exist.
    logged: ['ChangeRequest', 'failed'],
  },
  {
    route: 'change_requests_reject_create',
    request: ['POST', 'change_requests/{otherProposal}/reject/', { reason: 'No' }],
    logged: ['ChangeRequest', 'rejected'],
  },
  {
    route: 'change_requests_partial_update',
    request: ['PATCH', 'change_requests/{ownProposal}/', { reason: 'Because' }],
    logged: ['ChangeRequest', 'updated'],
  },
  {
    route: 'change_requests_cancel_create',
    request: ['POST', 'change_requests/{ownProposal}/cancel/', {}],
    logged: ['ChangeRequest', 'canceled'],
  },
  {
    route: 'approval_policies_create',
    request: [
      'POST',
      'approval_policies/',
      { action_key: 'feature_flag.any', approver_config: {}, enabled: false },
    ],
    logged: ['ApprovalPolicy', 'created'],
    makes: 'policy',
  },
  {
    route: 'approval_policies_partial_update',
    request: ['PATCH', 'approval_policies/{policy}/', { bypass_org_membership_levels: [15] }],
    logged: ['ApprovalPolicy', 'updated'],
  },
  {
    route: 'approval_policies_destroy',
    request: ['DELETE', 'approval_policies/{policy}/'],
    logged: ['ApprovalPolicy', 'deleted'],
  },
  {
    route: 'organizations_environments_create',
    request: [
      'POST',
      ENVIRONMENTS,
      {
        name: 'Shop',
        environments: [
          { project_id: 1, name: 'staging' },
          { project_id: '{newer}', name: 'production' },
        ],
      },
    ],
    logged: ['EnvironmentChain', 'created'],
    makes: 'chain',
  },
  {
    route: 'organizations_environments_partial_update',
    request: ['PATCH', `${ENVIRONMENTS}{chain}/`, { name: 'The shop' }],
    logged: ['EnvironmentChain', 'updated'],
  },
  {
    route: 'organizations_environments_destroy',
    request: ['DELETE', `${ENVIRONMENTS}{chain}/`],
    logged: ['EnvironmentChain', 'deleted'],
  },
];
