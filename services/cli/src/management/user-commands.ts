import { createUserRepository } from '@tidemark/postgres';
import { Command } from 'commander';
import { z } from 'zod';
import { checked } from '../arguments';
import { CommandError, EXIT } from '../exit-codes';
import type { RunManagement } from './context';
import { findUser } from './context';

const newUser = z.object({
  email: z.email(),
  first: z.string().max(150).default(''),
  last: z.string().max(150).default(''),
});

interface CreateOptions {
  readonly first?: string;
  readonly last?: string;
  readonly json?: boolean;
}

/** `tidemark user …`: people who manage projects. */
export function userCommand(run: RunManagement): Command {
  const group = new Command('user').description('people who manage projects');
  group
    .command('create')
    .description('add somebody; `key create --user` then makes a key for them')
    .argument('<email>')
    .option('--first <name>', 'first name')
    .option('--last <name>', 'last name')
    .option('--json', 'print one JSON object')
    .action((email: string, options: CreateOptions) =>
      run(options, async ({ database, print }) => {
        const given = checked(newUser, { email, first: options.first, last: options.last });
        const { organizationId, currentProjectId } = await findUser(database, undefined);
        const user = await createUserRepository(database).create({
          organizationId,
          email: given.email,
          firstName: given.first,
          lastName: given.last,
          currentProjectId,
        });
        if (user === null) throw new CommandError(`${email} is a user already`, EXIT.failed);
        print({ id: user.id, uuid: user.uuid, email: user.email }, `user ${user.id}`);
      }),
    );
  return group;
}
