import type { Command } from 'commander';
import type { Environment } from '../config';
import type { Terminal } from '../terminal';
import { managementRunner } from './context';
import { keyCommand } from './key-commands';
import { projectCommand } from './project-commands';
import { setupLinkCommand } from './setup-link-command';
import { userCommand } from './user-commands';

/** The commands for projects, keys and users, which are stored in Postgres. */
export function managementCommands(env: Environment, terminal: Terminal): readonly Command[] {
  const run = managementRunner(env, terminal);
  return [
    projectCommand(run),
    keyCommand(run),
    userCommand(run, terminal),
    setupLinkCommand(run, env),
  ];
}
