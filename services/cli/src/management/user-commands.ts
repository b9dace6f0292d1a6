import { hashPassword, ROLE_LEVELS } from '@tidemark/access';
import type { Role } from '@tidemark/access';
import {
  createLoginRepository,
  createSecondFactorRepository,
  createUserRepository,
} from '@tidemark/postgres';
import type { User } from '@tidemark/postgres';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { checked } from '../arguments';
import { CommandError, EXIT } from '../exit-codes';
import type { Terminal } from '../terminal';
import { table } from '../terminal';
import type { RunManagement } from './context';
import { findUser, operatorOf } from './context';
import type { PasswordOptions } from './password';
import { givenPassword } from './password';

const newUser = z.object({
  email: z.email(),
  first: z.string().max(150).default(''),
  last: z.string().max(150).default(''),
});

interface CreateOptions extends PasswordOptions {
  readonly first?: string;
  readonly last?: string;
  readonly role: Role;
  readonly json?: boolean;
}

interface PasswordCommandOptions extends PasswordOptions {
  readonly json?: boolean;
}

const roleOf = ({ organizationLevel }: User): string =>
  roles().find((role) => ROLE_LEVELS[role as Role] === organizationLevel) ??
  String(organizationLevel);

function userBody(user: User): object {
  const { id, email, firstName, lastName, isActive } = user;
  const names = { first_name: firstName, last_name: lastName };
  return { id, email, ...names, role: roleOf(user), is_active: isActive };
}

const roles = () => Object.keys(ROLE_LEVELS);
const withPassword = (command: Command): Command =>
  command
    .option('--password-stdin', 'read the password from standard input')
    .option('--generate-password', 'generate a password and print it');

/** `tidemark user …`: users, who manage projects. */
export function userCommand(run: RunManagement, terminal: Terminal): Command {
  const group = new Command('user').description('users, who manage projects');
  withPassword(group.command('create'))
    .description('add a user, who signs in with a password or gets a key with `key create --user`')
    .argument('<email>')
    .option('--first <name>', 'first name')
    .option('--last <name>', 'last name')
    .addOption(new Option('--role <role>', 'in the organization').choices(roles()).default('owner'))
    .option('--json', 'print one JSON object')
    .action((email: string, options: CreateOptions) =>
      run(options, async ({ database, print }) => {
        const given = checked(
          newUser,
          { email, first: options.first, last: options.last },
          { email: '<email>', first: '--first', last: '--last' },
        );
        const secret = await givenPassword(options, terminal);
        const first = await findUser(database, undefined);
        const fields = {
          organizationId: first.organizationId,
          email: given.email,
          firstName: given.first,
          lastName: given.last,
          currentProjectId: first.currentProjectId,
          organizationLevel: ROLE_LEVELS[options.role],
          ...(secret && { passwordHash: await hashPassword(secret.password) }),
        };
        const user = await createUserRepository(database).create(operatorOf(first), fields);
        if (user === null)
          throw new CommandError(
            `a user ${email} exists already. Change it with user password or user role.`,
            EXIT.failed,
          );
        const shown = secret?.isGenerated === true ? { password: secret.password } : {};
        print(
          { id: user.id, uuid: user.uuid, email: user.email, role: options.role, ...shown },
          `user ${user.id}${shown.password === undefined ? '' : `, password ${shown.password}`}`,
        );
      }),
    );

  withPassword(group.command('password'))
    .description('set a password; all sessions of the user end')
    .argument('<email>')
    .option('--json', 'print one JSON object')
    .action((email: string, options: PasswordCommandOptions) =>
      run(options, async ({ database, print }) => {
        const secret = await givenPassword(options, terminal);
        if (secret === null) {
          throw new CommandError(
            'give the new password with --password-stdin, or generate one with --generate-password',
            EXIT.usage,
          );
        }
        const user = await findUser(database, email);
        const hash = await hashPassword(secret.password);
        const logins = createLoginRepository(database);
        await logins.setPassword(operatorOf(user), user.id, hash, new Date());
        const shown = secret.isGenerated ? { password: secret.password } : {};
        print(
          { id: user.id, email, ...shown },
          secret.isGenerated ? `password ${secret.password}` : `password of ${email} set`,
        );
      }),
    );

  group
    .command('role')
    .description('change the role of a user')
    .argument('<email>')
    .addArgument(new Command().createArgument('<role>').choices(roles()))
    .option('--json', 'print one JSON object')
    .action((email: string, role: Role, options: { readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const user = await findUser(database, email);
        const logins = createLoginRepository(database);
        await logins.setLevel(operatorOf(user), user.id, ROLE_LEVELS[role]);
        print({ id: user.id, email, role }, `${email} is ${role}`);
      }),
    );

  group
    .command('list')
    .description('list users, deactivated ones too, by id')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const { organizationId } = await findUser(database, undefined);
        const users = await createUserRepository(database).listAll(organizationId);
        const lines = users.map((user) => [
          String(user.id),
          user.email,
          roleOf(user),
          user.isActive ? 'yes' : 'no',
          `${user.firstName} ${user.lastName}`.trim(),
        ]);
        print(
          { users: users.map(userBody) },
          table(['ID', 'E-MAIL', 'ROLE', 'ACTIVE', 'NAME'], lines),
        );
      }),
    );

  for (const [name, isActive, description] of [
    ['deactivate', false, 'reject the keys of a user and end their sessions'],
    ['activate', true, 'allow a deactivated user to sign in again'],
  ] as const) {
    group
      .command(name)
      .description(description)
      .argument('<email>')
      .option('--json', 'print one JSON object')
      .action((email: string, options: { readonly json?: boolean }) =>
        run(options, async ({ database, print }) => {
          const user = await findUser(database, email);
          const logins = createLoginRepository(database);
          await logins.setActive(operatorOf(user), user.id, isActive, new Date());
          print({ id: user.id, email, is_active: isActive }, `${email} ${name}d`);
        }),
      );
  }

  group
    .command('reset-factors')
    .description('remove the second factors of a user who lost them; the password stays')
    .argument('<email>')
    .option('--json', 'print one JSON object')
    .action((email: string, options: { readonly json?: boolean }) =>
      run(options, async ({ database, print }) => {
        const user = await findUser(database, email);
        const factors = createSecondFactorRepository(database);
        const removed = await factors.reset(operatorOf(user), user.id);
        const text = removed
          ? `removed the second factors of ${email}`
          : `${email} has no second factor`;
        print({ id: user.id, email, removed }, text);
      }),
    );
  return group;
}
