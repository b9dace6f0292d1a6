export type { Invite } from './invite';
export { createInviteRepository } from './invite-repository';
export type { InviteRepository } from './invite-repository';
export { createMemberRepository } from './member-repository';
export type { MemberRejection, MemberRepository } from './member-repository';
