import { findDebianProgram } from '../test-support/debian-program';

/**
 * Finds the gateway's program.
 *
 * @throws Error if it cannot be found or installed
 */
export const findCaddy = (): Promise<string> => findDebianProgram('caddy', 'caddy', ['version']);
