import { findDebianProgram } from '../test-support/debian-program';

/** The gateway's program. @throws where it cannot be had */
export const findCaddy = (): Promise<string> => findDebianProgram('caddy', 'caddy', ['version']);
