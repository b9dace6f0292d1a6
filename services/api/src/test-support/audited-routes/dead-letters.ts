import type { AuditedRequest } from './audited-request';

const PATH = '/api/instance_status/dead_letters/';

export const deadLetters: readonly AuditedRequest[] = [
  {
    route: 'dead_letters_replay',
    request: ['POST', `${PATH}replay/`, { id: '{letter}' }],
    logged: ['DeadLetter', 'replayed'],
  },
  {
    route: 'dead_letters_discard',
    request: ['POST', `${PATH}discard/`, { id: '{otherLetter}' }],
    logged: ['DeadLetter', 'discarded'],
  },
];
