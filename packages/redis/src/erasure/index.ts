export { forgetPersons } from './forget-person';
export type { ForgottenPerson } from './forget-person';
export { rewriteAppendOnlyFile } from './rewrite-log';
export type { LogRewrite } from './rewrite-log';
