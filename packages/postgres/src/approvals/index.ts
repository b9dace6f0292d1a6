export type { ApprovalPolicy, ApprovalPolicyFields } from './approval-policy';
export { createApprovalPolicyRepository } from './approval-policy-repository';
export type { ApprovalPolicyRepository } from './approval-policy-repository';
export type { CheckApproved } from './apply-request';
export { isApprover, quorumOf, stateAt } from './change-request';
export type { ChangeRequest } from './change-request';
export { createChangeRequestRepository } from './change-request-repository';
export type { ChangeRequestRepository, Decision } from './change-request-repository';
